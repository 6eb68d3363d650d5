package io.mcpspring.controller;

import io.mcpspring.exchange.McpRequestContext;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriUtils;

/**
 * A request that stands for a call.
 *
 * @param path the encoded path within the application
 * @param variables the values of the variables of the path, as the web framework has to read them
 * @param query the parameters
 * @param user the authenticated user; {@code null} if there is none
 * @param caller the request of the client; {@code null} at the start of the application
 */
record DispatchRequest(
        HttpMethod method,
        String path,
        Map<String, String> variables,
        MultiValueMap<String, String> query,
        HttpHeaders headers,
        byte[] body,
        @Nullable Principal user,
        @Nullable McpRequestContext caller) {

    /** Returns a request for a handler with any arguments. */
    static DispatchRequest any(MappedHandler handler, @Nullable McpRequestContext caller) {
        return new DispatchRequest(
                handler.httpMethod(),
                handler.path().any(),
                Map.of(),
                new LinkedMultiValueMap<>(),
                new HttpHeaders(),
                new byte[0],
                caller == null ? null : caller.principal().orElse(null),
                caller);
    }

    /** Returns this request with all headers of the client, on which rules may depend that protect the path. */
    DispatchRequest withHeadersOfClient() {
        HttpHeaders all = new HttpHeaders();
        if (caller != null) {
            caller.headers().forEach(all::addAll);
        }
        headers.forEach(all::put);
        return with(all);
    }

    DispatchRequest with(HttpHeaders others) {
        return new DispatchRequest(method, path, variables, query, others, body, user, caller);
    }

    /** Returns the encoded query; {@code null} if there are no parameters. */
    @Nullable
    String queryString() {
        return query.isEmpty()
                ? null
                : query.entrySet().stream()
                        .flatMap(parameter -> parameter.getValue().stream()
                                .map(value -> encoded(parameter.getKey()) + "=" + encoded(value)))
                        .collect(Collectors.joining("&"));
    }

    /** Returns the cookies that the request passes on. */
    List<HttpCookie> cookies() {
        return headers.getOrEmpty(HttpHeaders.COOKIE).stream()
                .flatMap(header -> Stream.of(header.split(";")))
                .map(cookie -> cookie.strip().split("=", 2))
                .filter(cookie -> cookie.length == 2)
                .map(cookie -> new HttpCookie(cookie[0], cookie[1]))
                .toList();
    }

    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }
}
