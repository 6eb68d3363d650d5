package io.mcpspring.tool;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/**
 * An HTTP response that a method returned; only its body becomes the result, and only its status an error.
 *
 * @param mimeType the media type of the body; {@code null} if the response has none
 * @param error the status of an error; {@code null} if the response is successful
 */
record ReturnedResponse(
        @Nullable Object body,
        @Nullable String mimeType,
        @Nullable String error) {

    static final Class<?> TYPE = HttpEntity.class;

    private static final boolean WEB_CLIENT = ClassUtils.isPresent(
            "org.springframework.web.reactive.function.client.WebClientResponseException",
            ReturnedResponse.class.getClassLoader());

    static @Nullable ReturnedResponse of(@Nullable Object value) {
        if (!(value instanceof HttpEntity<?> entity)) {
            return null;
        }
        MediaType type = entity.getHeaders().getContentType();
        HttpStatusCode status = entity instanceof ResponseEntity<?> response ? response.getStatusCode() : HttpStatus.OK;
        return new ReturnedResponse(
                entity.getBody(), type == null ? null : type.toString(), status.isError() ? text(status) : null);
    }

    /** Returns a failure with the status of another server, without what else it said; {@code null} for none. */
    static @Nullable McpToolException failure(Throwable failure) {
        HttpStatusCode status = null;
        if (failure instanceof RestClientResponseException response) {
            status = response.getStatusCode();
        } else if (WEB_CLIENT && failure instanceof WebClientResponseException response) {
            status = response.getStatusCode();
        }
        // Others are of a response that cannot be read.
        return status != null && status.isError()
                ? new McpToolException("The remote service answered " + text(status) + ".", failure)
                : null;
    }

    private static String text(HttpStatusCode status) {
        HttpStatus known = HttpStatus.resolve(status.value());
        return known == null ? String.valueOf(status.value()) : known.value() + " " + known.getReasonPhrase();
    }
}
