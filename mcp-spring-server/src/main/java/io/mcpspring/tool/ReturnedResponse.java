package io.mcpspring.tool;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * An HTTP response that a method returned; only its body becomes the result.
 *
 * @param mimeType the media type of the body; {@code null} if the response has none
 * @param error the status of an error; {@code null} if the response is successful
 */
record ReturnedResponse(
        @Nullable Object body,
        @Nullable String mimeType,
        @Nullable String error) {

    static final Class<?> TYPE = HttpEntity.class;

    static @Nullable ReturnedResponse of(@Nullable Object value) {
        if (!(value instanceof HttpEntity<?> entity)) {
            return null;
        }
        MediaType type = entity.getHeaders().getContentType();
        HttpStatusCode status = entity instanceof ResponseEntity<?> response ? response.getStatusCode() : HttpStatus.OK;
        return new ReturnedResponse(
                entity.getBody(), type == null ? null : type.toString(), status.isError() ? text(status) : null);
    }

    private static String text(HttpStatusCode status) {
        HttpStatus known = HttpStatus.resolve(status.value());
        return known == null ? String.valueOf(status.value()) : known.value() + " " + known.getReasonPhrase();
    }
}
