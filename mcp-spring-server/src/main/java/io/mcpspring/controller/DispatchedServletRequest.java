package io.mcpspring.controller;

import io.mcpspring.exchange.CallerThread;
import io.mcpspring.exchange.McpRequestContext;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpSession;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/** A request that stands for a call, as Spring MVC handles it. */
final class DispatchedServletRequest extends HttpServletRequestWrapper {

    private final DispatchRequest request;

    private final ServletLocation location;

    private final RequestOrigin origin;

    private final Map<String, Object> attributes = new ConcurrentHashMap<>();

    private DispatcherType type = DispatcherType.REQUEST;

    private @Nullable DispatchedAsync async;

    DispatchedServletRequest(DispatchRequest request, ServletLocation location) {
        super(Unsupported.instance(HttpServletRequest.class));
        this.request = request;
        this.location = location;
        this.origin = RequestOrigin.of(request.caller(), DispatchedServletRequest::received);
    }

    // The container uses its request again once its thread has gone on.
    private static Optional<URI> received(McpRequestContext caller) {
        return caller.attribute(CallerThread.class)
                .filter(CallerThread::isCurrent)
                .flatMap(thread -> caller.attribute(HttpServletRequest.class))
                .map(live -> UriComponentsBuilder.newInstance()
                        .scheme(live.getScheme())
                        .host(live.getServerName())
                        .port(live.getServerPort())
                        .build()
                        .toUri());
    }

    /** Removes what the look-up of the handler has left. */
    void clearAttributes() {
        attributes.clear();
    }

    /** Returns what the request waits for; {@code null} if the response is complete. */
    @Nullable
    DispatchedAsync takeAsync() {
        DispatchedAsync started = async;
        async = null;
        return started;
    }

    void continueAs(DispatcherType next) {
        type = next;
    }

    @Override
    public String getMethod() {
        return request.method().name();
    }

    @Override
    public String getContextPath() {
        return Objects.requireNonNullElse(location.context().getContextPath(), "");
    }

    @Override
    public String getServletPath() {
        return location.prefix().isEmpty() ? decodedPath() : location.prefix();
    }

    @Override
    public @Nullable String getPathInfo() {
        return location.prefix().isEmpty() ? null : decodedPath();
    }

    private String decodedPath() {
        return UriUtils.decode(request.path(), StandardCharsets.UTF_8);
    }

    @Override
    public String getRequestURI() {
        return getContextPath() + location.prefix() + request.path();
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(origin.url().toString()).append(getRequestURI());
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        return location.mapping();
    }

    @Override
    public @Nullable String getQueryString() {
        return request.queryString();
    }

    @Override
    public @Nullable String getParameter(String name) {
        return request.query().getFirst(name);
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        List<String> values = request.query().get(name);
        return values == null ? null : StringUtils.toStringArray(values);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        Map<String, String[]> all = new LinkedHashMap<>();
        request.query().forEach((name, values) -> all.put(name, StringUtils.toStringArray(values)));
        return all;
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(request.query().keySet());
    }

    @Override
    public @Nullable String getHeader(String name) {
        return request.headers().getFirst(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return Collections.enumeration(request.headers().getOrEmpty(name));
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(request.headers().headerNames());
    }

    @Override
    public int getIntHeader(String name) {
        String value = getHeader(name);
        return value == null ? -1 : Integer.parseInt(value);
    }

    @Override
    public long getDateHeader(String name) {
        return request.headers().getFirstDate(name);
    }

    @Override
    public @Nullable String getContentType() {
        return getHeader("Content-Type");
    }

    @Override
    public int getContentLength() {
        return request.body().length;
    }

    @Override
    public long getContentLengthLong() {
        return request.body().length;
    }

    @Override
    public String getCharacterEncoding() {
        return "UTF-8";
    }

    @Override
    public ServletInputStream getInputStream() {
        return new Input(request.body());
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }

    @Override
    public String getProtocol() {
        return "HTTP/1.1";
    }

    @Override
    public String getScheme() {
        return origin.scheme();
    }

    @Override
    public boolean isSecure() {
        return origin.scheme().equals("https");
    }

    @Override
    public String getServerName() {
        return origin.url().getHost();
    }

    @Override
    public int getServerPort() {
        return origin.port();
    }

    @Override
    public String getRemoteAddr() {
        return origin.remoteHost();
    }

    @Override
    public String getRemoteHost() {
        return origin.remoteHost();
    }

    @Override
    public int getRemotePort() {
        return origin.remotePort();
    }

    @Override
    public Locale getLocale() {
        return origin.locale();
    }

    @Override
    public Enumeration<Locale> getLocales() {
        return Collections.enumeration(List.of(origin.locale()));
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return request.user();
    }

    @Override
    public @Nullable String getRemoteUser() {
        return request.user() == null ? null : request.user().getName();
    }

    @Override
    public @Nullable HttpSession getSession(boolean create) {
        if (create) {
            throw new IllegalStateException("A call of a tool has no HTTP session");
        }
        return null;
    }

    @Override
    public @Nullable HttpSession getSession() {
        return getSession(true);
    }

    @Override
    public ServletContext getServletContext() {
        return location.context();
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(List.copyOf(attributes.keySet()));
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    @Override
    public void removeAttribute(String name) {
        attributes.remove(name);
    }

    @Override
    public DispatcherType getDispatcherType() {
        return type;
    }

    @Override
    public boolean isAsyncSupported() {
        return true;
    }

    @Override
    public boolean isAsyncStarted() {
        return async != null;
    }

    @Override
    public AsyncContext startAsync(ServletRequest ofRequest, ServletResponse ofResponse) {
        DispatchedAsync started = new DispatchedAsync(ofRequest, ofResponse);
        async = started;
        return started;
    }

    @Override
    public @Nullable AsyncContext getAsyncContext() {
        return async;
    }

    private static final class Input extends ServletInputStream {

        private final ByteArrayInputStream body;

        Input(byte[] body) {
            this.body = new ByteArrayInputStream(body);
        }

        @Override
        public int read() {
            return body.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return body.read(target, offset, length);
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
    }
}
