package io.mcpspring.controller;

import io.mcpspring.exchange.McpRequestContext;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriUtils;

/**
 * A request that stands for a call.
 *
 * @param caller the request of the client; {@code null} at the start of the application
 * @param user the authenticated user; {@code null} if there is none
 * @param variables the values of the variables of the path, as the web framework has to read them; empty if any may be
 * @param query the parameters
 * @param confirmation requires that the user has confirmed the call
 */
record DispatchRequest(
        MappedHandler handler,
        @Nullable McpRequestContext caller,
        @Nullable Principal user,
        Map<String, String> variables,
        MultiValueMap<String, String> query,
        HttpHeaders headers,
        ByteArrayOutputStream body,
        Runnable confirmation) {

    private static final InetSocketAddress UNKNOWN = InetSocketAddress.createUnresolved("0.0.0.0", 0);

    /** Returns a request for a handler with any values, about which rules decide; not on the thread of the caller. */
    static DispatchRequest any(MappedHandler handler, @Nullable McpRequestContext caller) {
        return new DispatchRequest(
                handler,
                caller,
                caller == null ? null : caller.principal().orElse(null),
                new HashMap<>(),
                new LinkedMultiValueMap<>(),
                new HttpHeaders(),
                new ByteArrayOutputStream(),
                () -> {});
    }

    /** Returns this request for a call on this thread, whose parts are to be added. */
    DispatchRequest forCall(McpRequestContext call, Runnable required) {
        return new DispatchRequest(handler, call, CurrentUser.of(call), variables, query, headers, body, required);
    }

    /** Returns this request with all headers of the client, on which rules may depend that protect the path. */
    DispatchRequest withHeadersOfClient() {
        HttpHeaders all = new HttpHeaders();
        if (caller != null) {
            caller.headers().forEach(all::addAll);
        }
        headers.forEach(all::put);
        return new DispatchRequest(handler, caller, user, variables, query, all, body, confirmation);
    }

    /** Returns the address of the client; one to which no rule grants anything if it is not known. */
    InetSocketAddress remoteAddress() {
        return ofCaller(InetSocketAddress.class).orElse(UNKNOWN);
    }

    /** Returns what the web framework knows about the request of the client, by the type of the attribute. */
    <T> Optional<T> ofCaller(Class<T> type) {
        return Optional.ofNullable(caller).flatMap(known -> known.attribute(type));
    }

    /** Returns the encoded path within the application. */
    String path() {
        return handler.path().expand(variables);
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
