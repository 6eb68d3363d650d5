package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** A process of redis-server on the loopback address, without persistence. */
final class RedisServer implements AutoCloseable {

    private final int port;

    private final Path folder;

    private Process process;

    private RedisServer(int port, Path folder) {
        this.port = port;
        this.folder = folder;
        start();
    }

    /** Starts a server. Without redis-server on the path, the test is skipped, except in the checks of a change. */
    static RedisServer create() {
        boolean present = executable().isPresent();
        assertThat(present || System.getenv("MCP_TESTS_NEED_REDIS") == null)
                .as("redis-server is on the path")
                .isTrue();
        assumeTrue(present, "redis-server is not on the path");
        try {
            return new RedisServer(freePort(), Files.createTempDirectory("mcp-redis"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static Optional<Path> executable() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    int port() {
        return port;
    }

    /** Starts the server again, without its data. */
    void start() {
        try {
            process = new ProcessBuilder(
                            executable().orElseThrow().toString(),
                            "--port",
                            String.valueOf(port),
                            "--bind",
                            "127.0.0.1",
                            "--save",
                            "",
                            "--dir",
                            folder.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        await().pollInterval(Duration.ofMillis(10)).until(() -> command("PING").equals("+PONG"));
        assertThat(process.isAlive()).isTrue();
    }

    /** Ends the process at once, as {@code kill -9}. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Lets the process accept bytes, but answer nothing, until {@link #resume}. */
    void pause() {
        signal("-STOP");
    }

    void resume() {
        signal("-CONT");
    }

    private void signal(String signal) {
        try {
            new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Returns the first line of the answer to a command, or the content of a text; empty if there is no answer. */
    String command(String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String own =
                    answer.substring(0, Math.max(0, answer.lastIndexOf("+OK"))).strip();
            return own.startsWith("$") ? own.substring(own.indexOf("\r\n") + 2) : own;
        } catch (IOException ex) {
            return "";
        }
    }

    /** Returns the elements of the answer to a command. */
    Stream<String> list(String command) {
        return command(command).lines().filter(line -> !line.isEmpty() && "*$".indexOf(line.charAt(0)) < 0);
    }

    @Override
    public void close() {
        kill();
    }
}
