package io.mcpspring.redis;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An instance of the application in a process of its own. */
final class InstanceProcess implements AutoCloseable {

    private final Instance instance;

    private final List<String> command;

    private Process process;

    InstanceProcess(int redis, String... properties) {
        int port = RedisServer.freePort();
        this.instance = Instance.at(port);
        this.command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Dmcp.tests.stack=" + System.getProperty("mcp.tests.stack", "netty"),
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName(),
                String.valueOf(redis),
                "server.port=" + port));
        command.addAll(List.of(properties));
        // Also if the test fails before it can close this.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        start();
    }

    Instance instance() {
        return instance;
    }

    void start() {
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Files.createTempFile("mcp-instance", ".log").toFile())
                    .start();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> Client.modern().text(instance, "hello").equals("hello"));
    }

    /** Ends the process at once, as {@code kill -9}. */
    void kill() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    void signal(String signal) {
        try {
            new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
