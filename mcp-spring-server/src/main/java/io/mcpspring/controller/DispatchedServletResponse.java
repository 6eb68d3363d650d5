package io.mcpspring.controller;

import io.mcpspring.content.TooLargeException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.DispatcherServlet;

/** The response to a dispatched request, of which the status, the body and few headers are read. */
final class DispatchedServletResponse extends HttpServletResponseWrapper {

    private final int maxBytes;

    private final HttpHeaders headers = new HttpHeaders();

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private final PrintWriter writer = new PrintWriter(new OutputStreamWriter(new Output(), StandardCharsets.UTF_8));

    private int status = SC_OK;

    private boolean committed;

    private boolean tooLarge;

    private @Nullable String encoding;

    DispatchedServletResponse(int maxBytes) {
        super(Unsupported.instance(HttpServletResponse.class));
        this.maxBytes = maxBytes;
    }

    DispatchResponse complete(HttpServletRequest request) throws TooLargeException {
        writer.flush();
        if (tooLarge) {
            throw new TooLargeException(
                    "The response has more than the " + maxBytes + " bytes that the tool may return");
        }
        return new DispatchResponse(
                status, mediaType(), body.toByteArray(), headers.getFirst(HttpHeaders.LOCATION), (Throwable)
                        request.getAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE));
    }

    private @Nullable MediaType mediaType() {
        try {
            MediaType type = headers.getContentType();
            return type == null || encoding == null ? type : new MediaType(type, Charset.forName(encoding));
        } catch (IllegalArgumentException invalid) {
            return null;
        }
    }

    @Override
    public void setStatus(int status) {
        this.status = status;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void sendError(int status) {
        resetBuffer();
        this.status = status;
        committed = true;
    }

    /** The text is for a page of the server. */
    @Override
    public void sendError(int status, @Nullable String message) {
        sendError(status);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) {
        sendError(status);
        headers.set(HttpHeaders.LOCATION, location);
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, SC_FOUND, true);
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return new Output();
    }

    @Override
    public PrintWriter getWriter() {
        return writer;
    }

    @Override
    public void flushBuffer() {
        writer.flush();
        committed = true;
    }

    @Override
    public void resetBuffer() {
        writer.flush();
        body.reset();
    }

    @Override
    public void reset() {
        resetBuffer();
        headers.clear();
        status = SC_OK;
    }

    @Override
    public boolean isCommitted() {
        return committed;
    }

    @Override
    public void setContentType(@Nullable String type) {
        setHeader(HttpHeaders.CONTENT_TYPE, type);
    }

    @Override
    public @Nullable String getContentType() {
        return headers.getFirst(HttpHeaders.CONTENT_TYPE);
    }

    @Override
    public void setCharacterEncoding(@Nullable String encoding) {
        this.encoding = encoding;
    }

    @Override
    public String getCharacterEncoding() {
        return Objects.requireNonNullElse(encoding, "UTF-8");
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (value == null) {
            headers.remove(name);
        } else {
            headers.set(name, value);
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (value != null) {
            headers.add(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    @Override
    public boolean containsHeader(String name) {
        return headers.containsHeader(name);
    }

    @Override
    public @Nullable String getHeader(String name) {
        return headers.getFirst(name);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return headers.getOrEmpty(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return List.copyOf(headers.headerNames());
    }

    @Override
    public String encodeURL(String url) {
        return url;
    }

    @Override
    public String encodeRedirectURL(String url) {
        return url;
    }

    @Override
    public Locale getLocale() {
        return Locale.getDefault();
    }

    private final class Output extends ServletOutputStream {

        @Override
        public void write(int b) throws TooLargeException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws TooLargeException {
            tooLarge |= body.size() + (long) length > maxBytes;
            if (tooLarge) {
                throw new TooLargeException("The response is too large");
            }
            body.write(bytes, offset, length);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
