package io.mcpspring.controller;

import io.mcpspring.server.ServerName;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;
import org.springframework.web.util.UriUtils;

/** A request that stands for a call, as Spring MVC handles it. */
final class DispatchedServletRequest implements Stub {

    private static final ServerName UNKNOWN = new ServerName("http", "localhost", 80);

    final HttpServletRequest request = as(HttpServletRequest.class);

    private final DispatchRequest call;

    private final ServletLocation location;

    private final Locale locale;

    private final ServerName server;

    private final Map<String, Object> attributes = new ConcurrentHashMap<>();

    private DispatcherType type = DispatcherType.REQUEST;

    private @Nullable DispatchedAsync async;

    DispatchedServletRequest(DispatchRequest call, ServletLocation location) {
        this.call = call;
        this.location = location;
        this.locale = call.ofCaller(Locale.class).orElseGet(Locale::getDefault);
        this.server = call.ofCaller(ServerName.class).orElse(UNKNOWN);
    }

    /** Returns what the request waits for before it is dispatched again; {@code null} if the response is complete. */
    @Nullable
    DispatchedAsync takeAsync() {
        DispatchedAsync started = async;
        if (started != null) {
            type = DispatcherType.ASYNC;
            async = null;
        }
        return started;
    }

    /** Ends an asynchronous part after its dispatch, unless that has started another one. */
    void completed(DispatchedAsync earlier) {
        if (async == null) {
            earlier.complete();
        }
    }

    @Override
    public @Nullable Object call(String method, Object[] arguments) {
        return arguments.length == 0 ? value(method) : value(method, arguments, String.valueOf(arguments[0]));
    }

    private @Nullable Object value(String method) {
        return switch (method) {
            case "getMethod" -> call.handler().httpMethod().name();
            case "getContextPath" -> location.contextPath();
            case "getServletPath" -> location.prefix().isEmpty() ? decodedPath() : location.prefix();
            case "getPathInfo" -> location.prefix().isEmpty() ? null : decodedPath();
            case "getRequestURI" -> path();
            case "getRequestURL" -> new StringBuffer(server.url()).append(path());
            case "getHttpServletMapping" -> location.mapping();
            case "getQueryString" -> call.queryString();
            case "getParameterMap" -> parameters();
            case "getParameterNames" -> enumeration(call.query().keySet());
            case "getHeaderNames" -> enumeration(call.headers().headerNames());
            case "getCookies" ->
                call.cookies().stream()
                        .map(cookie -> new Cookie(cookie.getName(), cookie.getValue()))
                        .toArray(Cookie[]::new);
            case "getContentType" -> call.headers().getFirst(HttpHeaders.CONTENT_TYPE);
            case "getContentLength" -> call.body().size();
            case "getContentLengthLong" -> (long) call.body().size();
            case "getCharacterEncoding" -> "UTF-8";
            case "getInputStream" -> input();
            case "getReader" -> new BufferedReader(new InputStreamReader(input(), StandardCharsets.UTF_8));
            case "getProtocol" -> "HTTP/1.1";
            case "getUserPrincipal" -> call.user();
            case "getRemoteUser" -> call.user() == null ? null : call.user().getName();
            case "getSession" -> session(true);
            case "getServletContext" -> location.context();
            case "getAttributeNames" -> enumeration(List.copyOf(attributes.keySet()));
            case "getDispatcherType" -> type;
            case "isAsyncSupported" -> true;
            case "isAsyncStarted" -> async != null;
            case "startAsync" -> throw new IllegalStateException("The response must be given");
            case "getAsyncContext" -> async == null ? null : async.context;
            default -> ofOrigin(method);
        };
    }

    private @Nullable Object ofOrigin(String method) {
        return switch (method) {
            case "getScheme" -> server.scheme();
            case "isSecure" -> server.scheme().equals("https");
            case "getServerName" -> server.host();
            case "getServerPort" -> server.port();
            case "getRemoteAddr", "getRemoteHost" -> call.remoteAddress().getHostString();
            case "getRemotePort" -> call.remoteAddress().getPort();
            case "getLocale" -> locale;
            case "getLocales" -> enumeration(List.of(locale));
            default -> null;
        };
    }

    private @Nullable Object value(String method, Object[] arguments, String name) {
        return switch (method) {
            case "getParameter" -> call.query().getFirst(name);
            case "getParameterValues" -> parameters().get(name);
            case "getHeader" -> call.headers().getFirst(name);
            case "getHeaders" -> enumeration(call.headers().getOrEmpty(name));
            case "getDateHeader" -> call.headers().getFirstDate(name);
            case "isUserInRole" -> CurrentUser.isInRole(call.user(), location.rolePrefix(), name);
            case "getSession" -> session((boolean) arguments[0]);
            case "getAttribute" -> attributes.get(name);
            case "setAttribute" -> arguments[1] == null ? attributes.remove(name) : attributes.put(name, arguments[1]);
            case "removeAttribute" -> attributes.remove(name);
            case "startAsync" -> {
                async = new DispatchedAsync((ServletRequest) arguments[0], (ServletResponse) arguments[1]);
                yield async.context;
            }
            default -> null;
        };
    }

    private ServletInputStream input() {
        ByteArrayInputStream body = new ByteArrayInputStream(call.body().toByteArray());
        return new ServletInputStream() {

            @Override
            public int read() {
                return body.read();
            }

            @Override
            public boolean isFinished() {
                return body.available() == 0;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private String path() {
        return location.contextPath() + location.prefix() + call.path();
    }

    /** Returns the path as rules see it. */
    private String decodedPath() {
        return UriUtils.decode(call.path(), StandardCharsets.UTF_8);
    }

    private Map<String, String[]> parameters() {
        Map<String, String[]> all = new LinkedHashMap<>();
        call.query().forEach((name, values) -> all.put(name, StringUtils.toStringArray(values)));
        return all;
    }

    private static Object enumeration(Collection<?> values) {
        return Collections.enumeration(values);
    }

    private static @Nullable Object session(boolean create) {
        Assert.state(!create, "A call of a tool has no HTTP session");
        return null;
    }
}
