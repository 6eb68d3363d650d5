package io.mcpspring.connection;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** The response of a guarded exchange. What Spring applies to it and writes fails after the end of the request. */
final class GuardedResponse extends HttpServletResponseWrapper {

    private final GuardedExchange exchange;

    GuardedResponse(HttpServletResponse response, GuardedExchange exchange) {
        super(response);
        this.exchange = exchange;
    }

    /** Closes the connection when the request is completed: see {@link GuardedExchange#abort()}. */
    void abort() {
        exchange.abort();
    }

    @Override
    public int getStatus() {
        return exchange.read(super::getStatus);
    }

    @Override
    public void setStatus(int status) {
        exchange.change(() -> super.setStatus(status));
    }

    @Override
    public void addHeader(String name, String value) {
        exchange.change(() -> super.addHeader(name, value));
    }

    @Override
    public void addCookie(Cookie cookie) {
        exchange.change(() -> super.addCookie(cookie));
    }

    @Override
    public @Nullable String getContentType() {
        return exchange.read(super::getContentType);
    }

    @Override
    public void setContentType(String type) {
        exchange.change(() -> super.setContentType(type));
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        return exchange.read(super::getCharacterEncoding);
    }

    @Override
    public void setCharacterEncoding(Charset encoding) {
        exchange.change(() -> super.setCharacterEncoding(encoding));
    }

    @Override
    public void setContentLengthLong(long length) {
        exchange.change(() -> super.setContentLengthLong(length));
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        return new Output(super.getOutputStream(), exchange);
    }

    private static final class Output extends ServletOutputStream {

        private final ServletOutputStream output;

        private final GuardedExchange exchange;

        Output(ServletOutputStream output, GuardedExchange exchange) {
            this.output = output;
            this.exchange = exchange;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            output.setWriteListener(new Writability(listener, exchange));
        }

        @Override
        public boolean isReady() {
            return exchange.isReady(output);
        }

        @Override
        public void write(int b) throws IOException {
            exchange.write(() -> output.write(b));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            exchange.write(() -> output.write(bytes, offset, length));
        }

        @Override
        public void write(ByteBuffer buffer) throws IOException {
            exchange.write(() -> output.write(buffer));
        }

        @Override
        public void flush() throws IOException {
            exchange.write(output::flush);
        }

        @Override
        public void close() throws IOException {
            exchange.write(output::close);
        }
    }

    private record Writability(WriteListener listener, GuardedExchange exchange) implements WriteListener {

        @Override
        public void onWritePossible() throws IOException {
            AsyncContext context = exchange.becomeWritable();
            listener.onWritePossible();
            if (context != null) {
                exchange.complete(context);
            }
        }

        @Override
        public void onError(Throwable failure) {
            listener.onError(failure);
        }
    }
}
