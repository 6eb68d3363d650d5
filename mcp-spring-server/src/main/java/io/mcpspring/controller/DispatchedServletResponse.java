package io.mcpspring.controller;

import io.mcpspring.content.TooLargeException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.DispatcherServlet;

/** The response to a dispatched request, of which the status, the body and few headers are read. */
final class DispatchedServletResponse implements Stub {

    private final int maxBytes;

    private final HttpHeaders headers = new HttpHeaders();

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private final Output output = new Output();

    private @Nullable PrintWriter writer;

    final HttpServletResponse response = as(HttpServletResponse.class);

    private int status = HttpServletResponse.SC_OK;

    private boolean committed;

    private boolean tooLarge;

    DispatchedServletResponse(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    DispatchResponse complete(HttpServletRequest request) throws TooLargeException {
        writer().flush();
        if (tooLarge) {
            throw DispatchResponse.tooLarge(maxBytes);
        }
        return new DispatchResponse(
                status,
                headers.getContentType(),
                body.toByteArray(),
                headers.getFirst(HttpHeaders.LOCATION),
                DispatchResponse.known(request.getAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE)));
    }

    @Override
    public @Nullable Object call(String method, Object[] arguments) {
        switch (method) {
            case "setStatus" -> status = (int) arguments[0];
            // Its text is for a page of the server.
            case "sendError" -> end((int) arguments[0]);
            case "sendRedirect" -> {
                end(arguments.length == 1 ? HttpServletResponse.SC_FOUND : (int) arguments[1]);
                headers.set(HttpHeaders.LOCATION, (String) arguments[0]);
            }
            case "setContentType" -> headers.put(HttpHeaders.CONTENT_TYPE, values(arguments[0]));
            case "setHeader", "setIntHeader" -> headers.put((String) arguments[0], values(arguments[1]));
            case "addHeader", "addIntHeader" -> headers.addAll((String) arguments[0], values(arguments[1]));
            case "flushBuffer" -> committed = true;
            case "resetBuffer" -> clear();
            case "reset" -> {
                clear();
                headers.clear();
                status = HttpServletResponse.SC_OK;
            }
            default -> {}
        }
        return value(method, arguments);
    }

    private @Nullable Object value(String method, Object[] arguments) {
        return switch (method) {
            case "getStatus" -> status;
            case "isCommitted" -> committed;
            case "getOutputStream" -> output;
            case "getWriter" -> writer();
            case "getContentType" -> headers.getFirst(HttpHeaders.CONTENT_TYPE);
            case "getCharacterEncoding" -> charset().name();
            case "containsHeader" -> headers.containsHeader((String) arguments[0]);
            case "getHeader" -> headers.getFirst((String) arguments[0]);
            case "getHeaders" -> headers.getOrEmpty((String) arguments[0]);
            case "getHeaderNames" -> List.copyOf(headers.headerNames());
            case "encodeURL", "encodeRedirectURL" -> arguments[0];
            case "getLocale" -> Locale.getDefault();
            default -> null;
        };
    }

    private PrintWriter writer() {
        if (writer == null) {
            writer = new PrintWriter(new OutputStreamWriter(output, charset()));
        }
        return writer;
    }

    private Charset charset() {
        return DispatchResponse.charset(headers.getContentType());
    }

    private static List<String> values(@Nullable Object given) {
        return given == null ? List.of() : List.of(given.toString());
    }

    private void end(int error) {
        clear();
        status = error;
        committed = true;
    }

    private void clear() {
        if (writer != null) {
            writer.flush();
        }
        body.reset();
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
                throw DispatchResponse.tooLarge(maxBytes);
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
