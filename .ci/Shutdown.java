import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Ends a local sample application by SIGTERM while 100 streams are open and 10 calls are running, and prints their
 * outcome.
 *
 * <p>{@code java Shutdown.java PORT PID result|error}: how the calls are expected to be answered. Exit status 0 if the
 * streams close at once, open connections are answered 503, each call is answered as expected, and the process is gone
 * soon after the last of them.
 */
public class Shutdown {

    private static final List<String> LEGACY = List.of("2025-03-26", "2025-06-18", "2025-11-25");

    private static final String MODERN = "2026-07-28";

    private static final int SESSIONS_OF_A_REVISION = 2;

    private static final int STREAMS_OF_A_SESSION = 8;

    private static final int STREAMS = 100;

    private static final int CALLS = 10;

    private static final int IDLE_CONNECTIONS = 5;

    /** Seconds: Tomcat waits 15 s for methods that occupy its threads, and the worker threads 5 s for theirs. */
    private static final int LAST_PHASES = 30;

    // It ends only at the time limit of the application's statements.
    private static final String CALL = "{\"name\":\"query\",\"arguments\":{\"sql\":"
            + "\"SELECT COUNT(*) FROM SYSTEM_RANGE(1, 100000) a, SYSTEM_RANGE(1, 100000) b\"}%s}";

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + MODERN
            + "\",\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private static final Executor THREADS = task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    };

    /** The text that was read up to the end, and the time of the end. */
    private record End(String body, long at) {}

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(THREADS)
            .build();

    private final List<String> faults = new ArrayList<>();

    private final int port;

    private final ProcessHandle server;

    private final String expected;

    Shutdown(int port, long pid, String expected) {
        this.port = port;
        this.server = ProcessHandle.of(pid).orElseThrow();
        this.expected = expected;
    }

    public static void main(String[] args) throws Exception {
        System.exit(new Shutdown(Integer.parseInt(args[0]), Long.parseLong(args[1]), args[2]).run());
    }

    private int run() throws Exception {
        List<String> sessions = new ArrayList<>();
        for (String revision : LEGACY) {
            for (int i = 0; i < SESSIONS_OF_A_REVISION; i++) {
                sessions.add(session(revision));
            }
        }
        List<CompletableFuture<End>> streams = new ArrayList<>();
        for (String session : sessions) {
            for (int i = 0; i < STREAMS_OF_A_SESSION; i++) {
                streams.add(open(request("text/event-stream")
                        .header("Mcp-Session-Id", session)
                        .GET()));
            }
        }
        int standAlone = streams.size();
        while (streams.size() < STREAMS) {
            streams.add(open(modern(
                    "subscriptions/listen",
                    "{\"notifications\":{\"toolsListChanged\":true}," + META + "}",
                    "text/event-stream")));
        }
        List<Socket> idle = new ArrayList<>();
        for (int i = 0; i < IDLE_CONNECTIONS; i++) {
            idle.add(new Socket("localhost", port));
            check(ask(idle.get(i)).startsWith("HTTP/1.1 200"), "an idle connection did not work");
        }
        List<CompletableFuture<End>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            String accept = i % 4 < 2 ? "application/json" : "application/json, text/event-stream";
            calls.add(call(
                    i % 2 == 0
                            ? modern("tools/call", CALL.formatted("," + META), accept)
                                    .header("Mcp-Name", "query")
                            : legacy(sessions.get(i % sessions.size()), i, accept)));
        }
        // The calls are running, and those that may become streams are streams by now.
        Thread.sleep(1000);

        long begin = System.nanoTime();
        server.destroy();
        long closed = last(streams, "stream");
        int refused = 0;
        for (Socket connection : idle) {
            String head = ask(connection);
            refused += head.startsWith("HTTP/1.1 503") && head.toLowerCase().contains("connection: close") ? 1 : 0;
        }
        long answered = last(calls, "call");
        server.onExit().get(60, TimeUnit.SECONDS);
        long gone = System.nanoTime();

        long ended = streams.stream()
                .skip(standAlone)
                .filter(stream -> body(stream).contains("\"resultType\":\"complete\""))
                .count();
        long asExpected = calls.stream()
                .filter(call -> body(call).contains("\"" + expected + "\":{"))
                .count();
        check(ended == STREAMS - standAlone, "a subscription ended without its result");
        check(closed - begin < TimeUnit.SECONDS.toNanos(12), "streams were open for too long");
        check(refused == IDLE_CONNECTIONS, "an open connection was not answered 503");
        check(asExpected == CALLS, "not every call got its " + expected);
        check(gone - answered < TimeUnit.SECONDS.toNanos(LAST_PHASES), "the process took too long to end");
        System.out.printf(
                "shutdown: %d of %d streams closed after %d ms, %d of %d open connections got 503, %d of %d"
                        + " calls got their %s, the last after %d ms; the process was gone %d ms later%n",
                streams.size(),
                STREAMS,
                millis(closed - begin),
                refused,
                IDLE_CONNECTIONS,
                asExpected,
                CALLS,
                expected,
                millis(answered - begin),
                millis(gone - answered));
        faults.forEach(System.out::println);
        return faults.isEmpty() ? 0 : 1;
    }

    private String session(String revision) throws Exception {
        HttpResponse<String> response = http.send(
                request("application/json, text/event-stream")
                        .POST(BodyPublishers.ofString(
                                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                                        + "{\"protocolVersion\":\"" + revision
                                        + "\",\"capabilities\":{},\"clientInfo\":"
                                        + "{\"name\":\"shutdown\",\"version\":\"1\"}}}"))
                        .build(),
                BodyHandlers.ofString());
        return response.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    private HttpRequest.Builder request(String accept) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/mcp"))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .header("Accept", accept);
    }

    private HttpRequest.Builder modern(String method, String params, String accept) {
        return request(accept)
                .header("MCP-Protocol-Version", MODERN)
                .header("Mcp-Method", method)
                .POST(BodyPublishers.ofString(message(1, method, params)));
    }

    private HttpRequest.Builder legacy(String session, int id, String accept) {
        return request(accept)
                .header("Mcp-Session-Id", session)
                .POST(BodyPublishers.ofString(message(id, "tools/call", CALL.formatted(""))));
    }

    private static String message(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    /** Opens a stream; its end is read later. */
    private CompletableFuture<End> open(HttpRequest.Builder request) throws Exception {
        HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
        check(response.statusCode() == 200, "a stream was answered " + response.statusCode());
        return CompletableFuture.supplyAsync(
                () -> {
                    try (InputStream body = response.body()) {
                        return new End(new String(body.readAllBytes(), StandardCharsets.UTF_8), System.nanoTime());
                    } catch (IOException ex) {
                        throw new UncheckedIOException(ex);
                    }
                },
                THREADS);
    }

    private CompletableFuture<End> call(HttpRequest.Builder request) {
        return http.sendAsync(request.build(), BodyHandlers.ofInputStream())
                .thenApplyAsync(response -> new End(response(response.body()), System.nanoTime()), THREADS);
    }

    /** Returns what arrives up to the response, after which a stream stays open while its method ignores its end. */
    private static String response(InputStream body) {
        StringBuilder received = new StringBuilder();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                received.append(line).append('\n');
                if (line.contains("\"result\":") || line.contains("\"error\":")) {
                    break;
                }
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return received.toString();
    }

    /** Sends a request on an open connection; returns the head of the response, or the text received instead of it. */
    private String ask(Socket connection) {
        String body = message(1, "server/discover", "{" + META + "}");
        String request = "POST /mcp HTTP/1.1\r\nHost: localhost:" + port + "\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: " + MODERN
                + "\r\nMcp-Method: server/discover\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        try {
            connection.setSoTimeout(30_000);
            connection.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
            StringBuilder head = new StringBuilder();
            int length = 0;
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                head.append(line).append('\n');
                if (line.toLowerCase().startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            in.skip(length);
            return head.toString();
        } catch (IOException ex) {
            return ex.toString();
        }
    }

    private long last(List<CompletableFuture<End>> ends, String what) throws Exception {
        long last = 0;
        for (CompletableFuture<End> end : ends) {
            try {
                last = Math.max(last, end.get(60, TimeUnit.SECONDS).at());
            } catch (ExecutionException broken) {
                faults.add("a " + what + " broke: " + broken.getCause());
            }
        }
        return last;
    }

    private static String body(CompletableFuture<End> end) {
        return end.isCompletedExceptionally() ? "" : end.join().body();
    }

    private void check(boolean good, String fault) {
        if (!good) {
            faults.add(fault);
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
