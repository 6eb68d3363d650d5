import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calls two instances of an application by strict round robin, like a load balancer without sticky sessions, and kills
 * and restarts one of them half-way.
 *
 * <p>{@code java Replicas.java JAR LOGS CALLS}: the application with a tool "query", the folder for the logs, and how
 * many calls each client makes: one of 2025-11-25 in one session, and one of 2026-07-28. A request that an instance
 * refuses or does not answer is sent to the other. Exit status 0 if every call got its own response.
 */
public class Replicas {

    private static final Pattern STARTED = Pattern.compile("(?:Netty|Tomcat) started on port (\\d+)");

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final List<Instance> instances = new ArrayList<>();

    private final int calls;

    private volatile CompletableFuture<Void> restart;

    // The point at which the clients wait for each other. They continue while the instance is killed.
    private final CyclicBarrier half = new CyclicBarrier(
            2, () -> restart = CompletableFuture.runAsync(() -> instances.get(1).restart()));

    private final CyclicBarrier threeQuarters = new CyclicBarrier(2, () -> restart.join());

    Replicas(int calls) {
        this.calls = calls;
    }

    public static void main(String[] args) throws Exception {
        Replicas replicas = new Replicas(Integer.parseInt(args[2]));
        for (int i = 0; i < 2; i++) {
            replicas.instances.add(new Instance(Path.of(args[0]), Path.of(args[1], "replica-" + i + ".log")));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> replicas.instances.forEach(Instance::stop)));
        System.exit(replicas.run());
    }

    private int run() throws Exception {
        instances.forEach(Instance::start);
        instances.forEach(Instance::awaitStart);
        List<CompletableFuture<Boolean>> clients =
                List.of(run(new Client("2025-11-25")), run(new Client("2026-07-28")));
        boolean good = true;
        for (CompletableFuture<Boolean> client : clients) {
            good &= client.get();
        }
        return good ? 0 : 1;
    }

    private static CompletableFuture<Boolean> run(Client client) {
        CompletableFuture<Boolean> good = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        good.complete(client.run());
                    } catch (Throwable failure) {
                        good.completeExceptionally(failure);
                    }
                })
                .start();
        return good;
    }

    /** A process of the application. */
    private static final class Instance {

        private final Path jar;

        private final Path log;

        private Process process;

        private volatile int port;

        Instance(Path jar, Path log) {
            this.jar = jar;
            this.log = log;
        }

        void start() {
            ProcessBuilder builder = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElse("java"), "-jar", jar.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().put("SERVER_PORT", "0");
            builder.environment().put("MCP_SERVER_SECRET", "the secret that all instances have in common");
            try {
                Files.deleteIfExists(log);
                process = builder.start();
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        /** From now on other threads see it. */
        void awaitStart() {
            try {
                for (int i = 0; i < 900; i++) {
                    Matcher started = STARTED.matcher(Files.readString(log));
                    if (started.find()) {
                        port = Integer.parseInt(started.group(1));
                        return;
                    }
                    Thread.sleep(200);
                }
            } catch (IOException | InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
            throw new IllegalStateException("did not start, see " + log);
        }

        void restart() {
            try {
                process.destroyForcibly().waitFor();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
            start();
            awaitStart();
        }

        void stop() {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }

    /** A client of one revision, whose requests go to each instance in turn. */
    private final class Client {

        private final String version;

        private final boolean legacy;

        private final int[] answers = new int[2];

        private String session;

        private int requests;

        private int retried;

        private int wrong;

        Client(String version) {
            this.version = version;
            this.legacy = version.startsWith("2025");
        }

        boolean run() throws Exception {
            if (legacy) {
                session = send(
                                "initialize",
                                "{\"protocolVersion\":\"" + version + "\",\"capabilities\":{},"
                                        + "\"clientInfo\":{\"name\":\"replicas\",\"version\":\"1\"}}")
                        .headers()
                        .firstValue("Mcp-Session-Id")
                        .orElseThrow();
            }
            int retriedBefore = 0;
            for (int i = 0; i < calls; i++) {
                if (i == calls / 2) {
                    half.await(3, TimeUnit.MINUTES);
                } else if (i == calls * 3 / 4) {
                    threeQuarters.await(3, TimeUnit.MINUTES);
                    retriedBefore = retried;
                }
                call(i);
            }
            System.out.printf(
                    "replicas: %s: %d calls, %d answered by the one instance and %d by the other, which was"
                            + " killed and started again half-way; %d requests were sent again to the other,"
                            + " %d of them after the start; %d failed%n",
                    version, calls, answers[0], answers[1], retried, retried - retriedBefore, wrong);
            return wrong == 0 && retried > 0 && retried == retriedBefore && answers[1] > calls / 4;
        }

        private void call(int number) throws Exception {
            HttpResponse<String> response = send(
                    "tools/call",
                    "{\"name\":\"query\",\"arguments\":{\"sql\":" + "\"SELECT " + number + " AS answer\"}"
                            + (legacy ? "" : "," + META) + "}");
            if (response.statusCode() != 200 || !response.body().contains("\"rows\":[[" + number + "]]")) {
                wrong++;
                System.out.println(version + ": call " + number + " was answered " + response.statusCode() + ": "
                        + response.body());
            }
        }

        private HttpResponse<String> send(String method, String params) throws Exception {
            String body = "{\"jsonrpc\":\"2.0\",\"id\":" + requests + ",\"method\":\"" + method + "\",\"params\":"
                    + params + "}";
            int turn = requests++ % 2;
            try {
                return send(turn, method, body);
            } catch (IOException dead) {
                retried++;
                return send(1 - turn, method, body);
            }
        }

        private HttpResponse<String> send(int instance, String method, String body) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create("http://localhost:" + instances.get(instance).port + "/mcp"))
                    .timeout(Duration.ofSeconds(30))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .POST(BodyPublishers.ofString(body));
            if (!method.equals("initialize")) {
                request.header("MCP-Protocol-Version", version);
                if (legacy) {
                    request.header("Mcp-Session-Id", session);
                } else {
                    request.header("Mcp-Method", method).header("Mcp-Name", "query");
                }
            }
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            answers[instance]++;
            return response;
        }
    }
}
