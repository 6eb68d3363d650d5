import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sends many oversized requests to a local server at the same time and prints the outcome of each.
 *
 * <p>{@code java Overload.java PORT UPLOADS MEGABYTES SECONDS [hasty|stubborn]}: every upload is one POST to
 * {@code /mcp} in chunks, without a Content-Length. One thread serves all of them in turn, so that they grow
 * concurrently. A hasty client closes as soon as it has a response, a stubborn one continues until it has sent
 * everything or the server closes. Exit status 0 if each upload got status 413, status 503 or a closed connection.
 */
public class Overload {

    private static final int CHUNK = 64 * 1024;

    private static final ByteBuffer FILLER = ascii(chunk("x".repeat(CHUNK)));

    private enum End {
        REFUSED,
        OTHER_STATUS,
        CLOSED,
        NOT_CONNECTED,
        NO_ANSWER
    }

    private final Selector selector = Selector.open();

    private final long size;

    private final boolean stubborn;

    private final List<Upload> uploads = new ArrayList<>();

    private long sent;

    Overload(long size, boolean stubborn) throws IOException {
        this.size = size;
        this.stubborn = stubborn;
    }

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(args[0]);
        int count = Integer.parseInt(args[1]);
        long size = Long.parseLong(args[2]) * 1024 * 1024;
        long limit = System.nanoTime() + Long.parseLong(args[3]) * 1_000_000_000L;
        Overload overload = new Overload(size, args.length > 4 && args[4].equals("stubborn"));
        System.exit(overload.run(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), count, limit));
    }

    private int run(InetSocketAddress server, int count, long limit) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            this.uploads.add(new Upload(server));
        }
        while (!this.selector.keys().isEmpty() && System.nanoTime() < limit) {
            this.selector.select(key -> ((Upload) key.attachment()).proceed(), 100);
        }
        return report((System.nanoTime() - start) / 1e9);
    }

    private int report(double seconds) {
        Map<End, Integer> ends = new EnumMap<>(End.class);
        this.uploads.forEach(upload -> ends.merge(upload.end, 1, Integer::sum));
        System.out.printf(
                "overload (%s clients): %d uploads, %d refused, %d closed, %d answered otherwise,"
                        + " %d not connected, %d without an end, %d MB taken, %.1f s%n",
                this.stubborn ? "stubborn" : "hasty",
                this.uploads.size(),
                ends.getOrDefault(End.REFUSED, 0),
                ends.getOrDefault(End.CLOSED, 0),
                ends.getOrDefault(End.OTHER_STATUS, 0),
                ends.getOrDefault(End.NOT_CONNECTED, 0),
                ends.getOrDefault(End.NO_ANSWER, 0),
                this.sent / (1024 * 1024),
                seconds);
        this.uploads.stream()
                .filter(upload -> upload.end == End.OTHER_STATUS)
                .findFirst()
                .ifPresent(upload -> System.out.println(
                        "for example: " + upload.answer.toString().strip()));
        ends.keySet().removeAll(List.of(End.REFUSED, End.CLOSED));
        return ends.isEmpty() ? 0 : 1;
    }

    /** One connection and its outcome. */
    private final class Upload {

        private final SocketChannel channel = SocketChannel.open();

        private final StringBuilder answer = new StringBuilder();

        private ByteBuffer out;

        private long left = Overload.this.size;

        private End end = End.NOT_CONNECTED;

        Upload(InetSocketAddress server) throws IOException {
            this.channel.configureBlocking(false);
            this.channel.register(Overload.this.selector, SelectionKey.OP_CONNECT, this);
            this.channel.connect(server);
            // The beginning of a valid request with one argument that is too long.
            this.out = ascii("POST /mcp HTTP/1.1\r\nHost: localhost:" + server.getPort()
                    + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream"
                    + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + chunk("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"text\":\""));
        }

        void proceed() {
            SelectionKey key = this.channel.keyFor(Overload.this.selector);
            try {
                if (key.isConnectable()) {
                    this.channel.finishConnect();
                    this.end = End.NO_ANSWER;
                    key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                }
                if (key.isValid() && key.isReadable()) {
                    read();
                }
                if (key.isValid() && key.isWritable()) {
                    write(key);
                }
            } catch (IOException e) {
                // A reset by the server counts as closed; a connection that was not established does not.
                finish(this.end == End.NO_ANSWER ? End.CLOSED : this.end);
            }
        }

        private void read() throws IOException {
            ByteBuffer in = ByteBuffer.allocate(4096);
            int length = this.channel.read(in);
            if (length > 0) {
                this.answer.append(new String(in.array(), 0, length, StandardCharsets.ISO_8859_1));
                if (this.answer.indexOf("\r\n") >= 0) {
                    this.end = this.answer.indexOf("HTTP/1.1 413 ") == 0 || this.answer.indexOf("HTTP/1.1 503 ") == 0
                            ? End.REFUSED
                            : End.OTHER_STATUS;
                }
            }
            boolean answered = this.end != End.NO_ANSWER;
            if (length < 0 || (answered && (!Overload.this.stubborn || this.left < 0))) {
                finish(answered ? this.end : End.CLOSED);
            }
        }

        private void write(SelectionKey key) throws IOException {
            if (!this.out.hasRemaining()) {
                this.out = next();
            }
            if (this.out == null) {
                key.interestOps(SelectionKey.OP_READ);
                if (this.end != End.NO_ANSWER) {
                    finish(this.end);
                }
                return;
            }
            Overload.this.sent += this.channel.write(this.out);
        }

        private ByteBuffer next() {
            if (this.left < 0) {
                return null;
            }
            if (this.left == 0) {
                this.left = -1;
                return ascii(chunk("\"}}") + "0\r\n\r\n");
            }
            this.left -= CHUNK;
            return FILLER.duplicate();
        }

        private void finish(End end) {
            this.end = end;
            try {
                this.channel.close();
            } catch (IOException e) {
                // The connection is closed in any case.
            }
        }
    }

    private static String chunk(String data) {
        return Integer.toHexString(data.length()) + "\r\n" + data + "\r\n";
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
