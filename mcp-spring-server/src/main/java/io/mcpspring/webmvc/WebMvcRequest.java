package io.mcpspring.webmvc;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.http.IpLiteral;
import io.mcpspring.http.McpHttpRequest;
import io.mcpspring.oauth.RequestLocation;
import io.mcpspring.server.ServerName;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.RequestPath;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.util.CollectionUtils;
import org.springframework.web.servlet.support.RequestContextUtils;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * A request of Spring MVC. Its headers and its location are views of the servlet request, until they are retained
 * because the request leaves the thread of the container, which then uses the servlet request for another one.
 */
@Internal
public final class WebMvcRequest implements McpHttpRequest {

    final HttpServletRequest servletRequest;

    final CallerThread callerThread = new CallerThread();

    private final Headers headers = new Headers();

    /** Who has sent the request, once it is known. */
    Attributes caller = Attributes.NONE;

    private volatile @Nullable RequestLocation location;

    private @Nullable InetSocketAddress remoteAddress;

    /** Creates a request whose caller is not known yet. */
    public WebMvcRequest(HttpServletRequest request) {
        this.servletRequest = request;
    }

    /** Whether the request has come over HTTP/1.0 or HTTP/1.1. */
    boolean isHttp1() {
        return servletRequest.getProtocol().startsWith("HTTP/1");
    }

    /** Copies what is used after the request has left the thread of the container. */
    void retain() {
        location = location();
        headers.retain();
    }

    @Override
    public HttpMethod method() {
        return HttpMethod.valueOf(servletRequest.getMethod());
    }

    private RequestPath requestPath() {
        return ServletRequestPathUtils.hasParsedRequestPath(servletRequest)
                ? ServletRequestPathUtils.getParsedRequestPath(servletRequest)
                : ServletRequestPathUtils.parse(servletRequest);
    }

    @Override
    public String path() {
        return requestPath().pathWithinApplication().value();
    }

    @Override
    public @Nullable String query() {
        return servletRequest.getQueryString();
    }

    @Override
    public RequestHeaders headers() {
        return headers;
    }

    @Override
    public @Nullable String authority() {
        ServletRequest received = received();
        // Requests of HTTP/2 have an authority in place of the header.
        if (headers.first(HttpHeaders.HOST) != null || isHttp1()) {
            return headers.single(HttpHeaders.HOST);
        }
        int port = received.getServerPort();
        int usual = received.isSecure() ? 443 : 80;
        return received.getServerName() + (port == usual ? "" : ":" + port);
    }

    @Override
    public Attributes caller() {
        return caller;
    }

    @Override
    public Attributes attributes() {
        ServerName server = new ServerName(
                servletRequest.getScheme(), servletRequest.getServerName(), servletRequest.getServerPort());
        return caller.with(HttpServletRequest.class, servletRequest)
                .with(CallerThread.class, callerThread)
                .with(ServerName.class, server);
    }

    @Override
    public Locale locale() {
        return RequestContextUtils.getLocale(servletRequest);
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        if (remoteAddress == null && servletRequest.getRemoteAddr() != null) {
            // A Unix domain socket has no port.
            int port = Math.max(0, servletRequest.getRemotePort());
            remoteAddress = IpLiteral.parse(InetSocketAddress.createUnresolved(servletRequest.getRemoteAddr(), port));
        }
        return remoteAddress;
    }

    @Override
    public RequestLocation location() {
        RequestLocation known = location;
        if (known != null) {
            return known;
        }
        // With the path of the servlet.
        String all = requestPath().value();
        String prefix = all.substring(0, all.length() - path().length());
        return new RequestLocation(new ServletServerHttpRequest(servletRequest).getURI(), prefix, localAddress());
    }

    private @Nullable InetSocketAddress localAddress() {
        ServletRequest received = received();
        String address = received.getLocalAddr();
        return address == null ? null : new InetSocketAddress(address, Math.max(0, received.getLocalPort()));
    }

    /** Returns the request of the container, in which no filter has evaluated forwarded headers. */
    private ServletRequest received() {
        ServletRequest received = servletRequest;
        while (received instanceof ServletRequestWrapper wrapper) {
            received = wrapper.getRequest();
        }
        return received;
    }

    private final class Headers implements RequestHeaders {

        private volatile @Nullable Map<String, List<String>> retained;

        @Override
        public void retain() {
            if (retained == null) {
                retained = asMap();
            }
        }

        @Override
        public Collection<String> names() {
            Map<String, List<String>> copy = retained;
            return copy != null ? copy.keySet() : Collections.list(servletRequest.getHeaderNames());
        }

        @Override
        public List<String> all(String name) {
            Map<String, List<String>> copy = retained;
            // Empty if Spring Security's firewall refuses its value, so that an origin is not taken for absent.
            return copy == null
                    ? UserCode.call(() -> received(name), refused -> List.of(""))
                    : copy.getOrDefault(name, List.of());
        }

        private List<String> received(String name) {
            Enumeration<String> values = servletRequest.getHeaders(name);
            if (!values.hasMoreElements()) {
                return List.of();
            }
            String first = values.nextElement();
            return values.hasMoreElements() ? Collections.list(servletRequest.getHeaders(name)) : List.of(first);
        }

        @Override
        public @Nullable String first(String name) {
            return retained == null
                    ? UserCode.<@Nullable String>call(() -> servletRequest.getHeader(name), refused -> "")
                    : CollectionUtils.firstElement(all(name));
        }
    }
}
