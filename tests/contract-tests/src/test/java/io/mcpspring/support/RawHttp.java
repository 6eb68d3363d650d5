package io.mcpspring.support;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A connection that sends exactly the given bytes, for requests that HTTP libraries refuse. */
public final class RawHttp implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;

    private final InputStream in;

    private RawHttp(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    public static RawHttp connect(int port) {
        return connect(port, new Socket());
    }

    /** Opens a connection with a small receive buffer. */
    public static RawHttp connectNarrowly(int port) {
        try {
            Socket socket = new Socket();
            socket.setReceiveBufferSize(4096);
            return connect(port, socket);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static RawHttp connect(int port, Socket socket) {
        try {
            socket.connect(new InetSocketAddress("localhost", port));
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            return new RawHttp(socket);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Posts a body on a new connection; a Host header is added unless one is given. */
    public static Response post(int port, String body, String... headerLines) {
        return post(port, body.getBytes(UTF_8), headerLines);
    }

    public static Response post(int port, byte[] body, String... headerLines) {
        try (RawHttp connection = connect(port)) {
            connection.send(request("POST /mcp", body, headerLines));
            return connection.receive();
        }
    }

    /** Sends a request without a body on a new connection. */
    public static Response send(int port, String methodAndPath, String... headerLines) {
        try (RawHttp connection = connect(port)) {
            connection.send(head(methodAndPath, headerLines));
            return connection.receive(methodAndPath.startsWith("HEAD "));
        }
    }

    /** Returns the bytes of a request with a body of known length. */
    public static byte[] request(String methodAndPath, byte[] body, String... headerLines) {
        List<String> lines = new ArrayList<>(List.of(headerLines));
        lines.add("Content-Length: " + body.length);
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head(methodAndPath, lines.toArray(String[]::new)));
        request.writeBytes(body);
        return request.toByteArray();
    }

    public static byte[] head(String methodAndPath, String... headerLines) {
        StringBuilder head = new StringBuilder(methodAndPath).append(" HTTP/1.1\r\n");
        if (List.of(headerLines).stream().noneMatch(line -> line.regionMatches(true, 0, "Host:", 0, 5))) {
            head.append("Host: localhost\r\n");
        }
        for (String line : headerLines) {
            head.append(line).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(ISO_8859_1);
    }

    public void send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public void send(String text) {
        send(text.getBytes(ISO_8859_1));
    }

    /** Reads one response; fails if none arrives in time. */
    public Response receive() {
        return receive(false);
    }

    public Response receive(boolean toHead) {
        try {
            Response head = readHead();
            byte[] body = toHead || head.status() == 204 ? new byte[0] : body(head);
            return new Response(head.status(), head.headers(), body);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Reads the status and the headers, but not the body. */
    public Response receiveHead() {
        try {
            return readHead();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private Response readHead() throws IOException {
        String statusLine = line();
        assertThat(statusLine).startsWith("HTTP/");
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return new Response(Integer.parseInt(statusLine.substring(9, 12)), headers, new byte[0]);
    }

    /** Reads the next line. */
    public String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("The server closed the connection after '" + line + "'");
            }
            line.write(next);
        }
        return line.toString(UTF_8).stripTrailing();
    }

    /** Reads up to the end of the connection, which may be a reset. */
    public int countRest() {
        byte[] part = new byte[64 * 1024];
        int all = 0;
        try {
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                all += read;
            }
        } catch (SocketTimeoutException stillOpen) {
            throw new AssertionError("The connection is open still, " + all + " bytes after", stillOpen);
        } catch (IOException reset) {
            // A reset is an end too.
        }
        return all;
    }

    private byte[] body(Response head) throws IOException {
        if ("chunked".equals(head.header("Transfer-Encoding"))) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                body.writeBytes(in.readNBytes(size));
                line();
            }
            line();
            return body.toByteArray();
        }
        String length = head.header("Content-Length");
        return length == null ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
    }

    /** Sends nothing more, as a client that has ended; the response can be read. */
    public void finish() {
        try {
            socket.shutdownOutput();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Closes the connection by a reset, which the server notices as a failure. */
    public void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** A response. */
    public record Response(int status, Map<String, List<String>> headers, byte[] body) {

        public @Nullable String header(String name) {
            List<String> values = headers.get(name);
            return values == null ? null : values.get(0);
        }

        public String text() {
            return new String(body, UTF_8);
        }

        public JsonNode json() {
            assertThat(header("Content-Type")).as("content type of %s", this).startsWith("application/json");
            return JsonMapper.shared().readTree(body);
        }

        /** Returns the code of a well-formed JSON-RPC error. */
        public int errorCode() {
            JsonNode json = json();
            assertThat(json.path("jsonrpc").stringValue(null)).as(text()).isEqualTo("2.0");
            assertThat(json.at("/error/message").stringValue(null)).as(text()).isNotBlank();
            return json.at("/error/code").intValue();
        }

        @Override
        public String toString() {
            return status + " " + headers + " " + text();
        }
    }
}
