package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** A process of redis-server on the loopback address, without persistence. */
final class RedisServer implements AutoCloseable {

    private final int port;

    private final Path folder;

    private Process process;

    private final List<String> options;

    private RedisServer(int port, Path folder, List<String> options) {
        this.port = port;
        this.folder = folder;
        this.options = options;
        // Also if the test fails before it can close this.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        start();
    }

    /** Starts a server. Without redis-server on the path, the test is skipped, except in the checks of a change. */
    static RedisServer create(String... options) {
        boolean present = executable().isPresent();
        assertThat(present || System.getenv("MCP_TESTS_NEED_REDIS") == null)
                .as("redis-server is on the path")
                .isTrue();
        assumeTrue(present, "redis-server is not on the path");
        try {
            return new RedisServer(freePort(), Files.createTempDirectory("mcp-redis"), List.of(options));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static int freePort() {
        // A node of a cluster has another port, which is larger by 10,000.
        for (int port = 20_000 + ThreadLocalRandom.current().nextInt(5_000); ; port++) {
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (BindException taken) {
                continue;
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
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
            // A file, because Sentinel writes to it.
            Path configuration = Files.writeString(
                    folder.resolve("configuration"),
                    "port %d\nbind 127.0.0.1\ndir %s\n".formatted(port, folder)
                            + (options.contains("--sentinel") ? "" : "save \"\"\n"));
            List<String> command =
                    new ArrayList<>(List.of(executable().orElseThrow().toString(), configuration.toString()));
            command.addAll(options);
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(60))
                .until(() -> command("PING").equals("+PONG"));
        assertThat(process.isAlive()).isTrue();
    }

    /** Ends the process at once, as {@code kill -9}. */
    void kill() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
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
            // The error of the second command, which does not exist, is the end of the answer.
            socket.getOutputStream().write((command + "\r\nEND\r\n").getBytes(StandardCharsets.UTF_8));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            List<String> answer = new ArrayList<>();
            for (String line = lines.readLine();
                    line != null && !line.startsWith("-ERR unknown command 'END'");
                    line = lines.readLine()) {
                answer.add(line);
            }
            boolean text = !answer.isEmpty() && answer.get(0).startsWith("$");
            return String.join("\n", text ? answer.subList(1, answer.size()) : answer);
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
