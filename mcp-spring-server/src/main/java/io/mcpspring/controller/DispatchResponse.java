package io.mcpspring.controller;

import io.mcpspring.content.TooLargeException;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.McpJson;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;
import org.springframework.validation.BindingResult;
import org.springframework.validation.method.MethodValidationResult;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The response to a request.
 *
 * @param type the media type of the body; {@code null} if it is not known
 * @param location where the response refers to; {@code null} if it does not
 * @param failure what the exception behind the status says; {@code null} for nothing
 */
record DispatchResponse(
        int status,
        @Nullable MediaType type,
        byte[] body,
        @Nullable String location,
        @Nullable ErrorResponse failure) {

    private static final Set<String> TEXTS =
            Set.of("xml", "javascript", "yaml", "x-yaml", "x-www-form-urlencoded", "x-ndjson", "graphql");

    /** Returns the failure of a call whose response has too many bytes. */
    static TooLargeException tooLarge(int maxBytes) {
        return new TooLargeException("The response has more than the " + maxBytes + " bytes that the tool may return");
    }

    /** What the bodies of successful responses become. */
    enum Form {

        /** Text, also if its media type is JSON, which the text of a handler method need not be. */
        TEXT,

        /** Content by its media type. */
        CONTENT,

        /** The same, and structured content if it is JSON. */
        STRUCTURED,

        /**
         * The same, without properties that have no value, because the schema of the output does not have them. The
         * JSON is compared with it, because an exception handler may have written something else.
         */
        DESCRIBED
    }

    /** Returns the result of the call; {@code null} if there is nothing to say. */
    @Nullable
    CallToolResult result(Form form) {
        if (status >= 400) {
            return body.length == 0
                    ? CallToolResult.error(withoutBody(failure == null ? null : reason(failure)))
                    : new CallToolResult(List.of(content()), null, true, null);
        }
        if (body.length == 0) {
            return status == 201 || status >= 300 ? CallToolResult.of(Content.text(withoutBody(location))) : null;
        }
        JsonNode json = form.compareTo(Form.STRUCTURED) < 0 ? null : json();
        if (json == null) {
            return CallToolResult.of(form == Form.TEXT ? Content.text(text()) : content());
        }
        if (form == Form.DESCRIBED) {
            removeAbsent(json);
        }
        return CallToolResult.structured(json);
    }

    private static void removeAbsent(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.removeIf(JsonNode::isNull);
        }
        json.forEach(DispatchResponse::removeAbsent);
    }

    private String withoutBody(@Nullable String detail) {
        HttpStatus known = HttpStatus.resolve(status);
        String text = known == null ? String.valueOf(status) : status + " " + known.getReasonPhrase();
        return StringUtils.hasText(detail) ? text + ": " + detail : text;
    }

    /** Returns what an exception says to clients; {@code null} if its message is for the application alone. */
    static @Nullable ErrorResponse known(@Nullable Object failure) {
        if (failure instanceof ErrorResponse response) {
            return response;
        }
        ResponseStatus declared = failure == null
                ? null
                : AnnotatedElementUtils.findMergedAnnotation(failure.getClass(), ResponseStatus.class);
        return declared == null ? null : new ResponseStatusException(declared.code(), declared.reason());
    }

    private static String reason(ErrorResponse failure) {
        return Stream.concat(Stream.ofNullable(failure.getBody().getDetail()), violations(failure))
                .collect(Collectors.joining("\n"));
    }

    /** Returns which constraints a request violates. The texts of other problems are for the application. */
    private static Stream<String> violations(ErrorResponse failure) {
        if (failure instanceof BindingResult binding) {
            return binding.getFieldErrors().stream()
                    .filter(error -> !error.isBindingFailure())
                    .map(error -> error.getField() + ": " + error.getDefaultMessage());
        }
        return failure instanceof MethodValidationResult method
                ? method.getAllErrors().stream().map(error -> String.valueOf(error.getDefaultMessage()))
                : Stream.empty();
    }

    private Content content() {
        return type == null || isText(type)
                ? Content.text(text())
                : Content.of(body, type.getType() + "/" + type.getSubtype());
    }

    private boolean isText(MediaType known) {
        return known.getType().equals("text")
                || MappedHandler.isJson(known)
                || known.getSubtype().endsWith("+xml") && !known.getType().equals("image")
                || TEXTS.contains(known.getSubtype());
    }

    private @Nullable JsonNode json() {
        try {
            return type != null && MappedHandler.isJson(type) ? McpJson.readTree(body) : null;
        } catch (JacksonException malformed) {
            return null;
        }
    }

    private String text() {
        return new String(body, charset(type));
    }

    static Charset charset(@Nullable MediaType type) {
        Charset declared = type == null ? null : type.getCharset();
        return Objects.requireNonNullElse(declared, StandardCharsets.UTF_8);
    }
}
