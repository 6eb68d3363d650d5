package com.example.coexistence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The starters do not change an application. */
@Tag("change")
class CoexistenceTests {

    /** Types of which each application has many beans. */
    private static final String COMMON =
            "java\\..*|org\\.springframework\\.beans\\..*|org\\.springframework\\.context\\..*"
                    + "|org\\.springframework\\.core\\..*|.*Aware";

    /** Beans of Spring Boot that a Spring MVC application has in addition, because the starter needs Reactor. */
    private static final Set<String> REACTIVE_BEANS = Set.of(
            "bean clientHttpConnector",
            "bean clientHttpConnectorBuilder",
            "bean org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration",
            "bean spring.http.clients.reactive-org.springframework.boot.http.client.autoconfigure.reactive"
                    + ".ReactiveHttpClientsProperties");

    /** Further such beans, with Actuator and Spring Security. */
    private static final Set<String> REACTIVE_BEANS_OF_EXTRAS = Set.of(
            "bean reactiveHealthContributorRegistry",
            "bean org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration"
                    + "$ReactiveHealthContributorRegistryConfiguration");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"false, false", "true, true"})
    void theApplicationIsTheSame(boolean mvc, boolean extras) throws Exception {
        assertSame(mvc, extras);
    }

    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    @Tag("full")
    void theApplicationIsTheSameInTheOtherCombinations(boolean mvc, boolean extras) throws Exception {
        assertSame(mvc, extras);
    }

    private void assertSame(boolean mvc, boolean extras) throws Exception {
        Run first = start(mvc, extras, false);
        Run second = start(mvc, extras, true);
        Map<String, String> without = first.snapshot();
        Map<String, String> with = second.snapshot();
        assertTypical(without, extras);

        Map<String, String> library = new TreeMap<>();
        for (String entry : Set.copyOf(with.keySet())) {
            if (entry.matches("(bean|interfaces of) (io\\.mcpspring\\.|mcp\\.server-).*")
                    || entry.matches("mcp( in a browser)?")) {
                library.put(entry, with.remove(entry));
            }
        }
        without.keySet().removeAll(Set.of("mcp", "mcp in a browser"));
        Set<String> additions = additions(mvc, extras);
        assertThat(with.keySet()).containsAll(additions);
        with.keySet().removeAll(additions);
        assertThat(differences(without, with)).isEmpty();
        assertThat(first.log()).isEqualTo(second.log());

        assertThat(library).containsEntry("mcp", "406");
        // The extras include the console, and the DevTools, with which it is enabled by default.
        assertThat(library.get("mcp in a browser")).contains(extras ? "<title>MCP console" : "<p>This is the endpoint");
        assertThat(interfaces(library)).isEqualTo(expectedInterfaces(mvc, extras));
    }

    private static Set<String> additions(boolean mvc, boolean extras) {
        Set<String> additions = new TreeSet<>();
        if (mvc) {
            additions.addAll(REACTIVE_BEANS);
        }
        if (mvc && extras) {
            additions.addAll(REACTIVE_BEANS_OF_EXTRAS);
        }
        return additions;
    }

    private static void assertTypical(Map<String, String> without, boolean extras) {
        assertThat(without)
                .containsKeys("bean applicationTaskExecutor", "bean taskScheduler", "bean jacksonJsonMapper")
                .containsEntry("mcp", "404");
        assertThat(without.keySet()).noneMatch(entry -> entry.contains("io.mcpspring.autoconfigure"));
        assertThat(without.get("GET /orders/7 as application/json"))
                .startsWith("200 ")
                .endsWith("{\"order_id\":7,\"customer_name\":\"Ada\"}");
        assertThat(without.get("GET /orders/7 as application/json without user"))
                .startsWith(extras ? "401 " : "200 ");
        assertThat(without.get("GET /background as application/json")).endsWith("task");
        assertThat(without.get("GET /failure as text/html")).startsWith("500 ");
        assertThat(without.get("GET /file.txt as text/html")).startsWith("200 ");
        assertThat(without.get("GET /actuator/metrics as application/json")).startsWith(extras ? "200 " : "404 ");
    }

    private static Map<String, String> differences(Map<String, String> without, Map<String, String> with) {
        Map<String, String> differences = new TreeMap<>();
        Set<String> entries = new TreeSet<>(without.keySet());
        entries.addAll(with.keySet());
        for (String entry : entries) {
            String before = String.valueOf(without.get(entry));
            String after = String.valueOf(with.get(entry));
            if (!before.equals(after)) {
                differences.put(entry, before + " became " + after);
            }
        }
        return differences;
    }

    /**
     * Returns the types of the library's beans that other libraries may look up. One such bean would change the
     * behaviour of the other library for the whole application.
     */
    private static Map<String, String> interfaces(Map<String, String> library) {
        Map<String, String> interfaces = new TreeMap<>();
        library.forEach((entry, types) -> {
            String others = Stream.of(types.split(", "))
                    .filter(type -> !type.isEmpty() && !type.matches(COMMON))
                    .collect(Collectors.joining(", "));
            // The executor is not a default candidate: other libraries do not find it by its type.
            if (entry.startsWith("interfaces of ") && !entry.endsWith(".executor") && !others.isEmpty()) {
                interfaces.put(entry.substring("interfaces of ".length()), others);
            }
        });
        return interfaces;
    }

    private static Map<String, String> expectedInterfaces(boolean mvc, boolean extras) {
        Map<String, String> expected = new TreeMap<>();
        expected.put(
                "io.mcpspring.handlerMapping",
                mvc
                        ? "org.springframework.web.servlet.HandlerMapping,"
                                + " org.springframework.web.servlet.handler.MatchableHandlerMapping"
                        : "org.springframework.web.reactive.HandlerMapping");
        if (extras) {
            // Of each of these, Actuator uses all beans.
            String binder = "io.micrometer.core.instrument.binder.MeterBinder";
            expected.put("io.mcpspring.callMeters", binder);
            expected.put("io.mcpspring.serverMeters", binder);
            expected.put("io.mcpspring.durationBuckets", "io.micrometer.core.instrument.config.MeterFilter");
            expected.put(
                    "io.mcpspring.secretSanitizing", "org.springframework.boot.actuate.endpoint.SanitizingFunction");
        }
        return expected;
    }

    private Run start(boolean mvc, boolean extras, boolean starter) throws IOException {
        Path log = directory.resolve("log" + starter);
        Path snapshot = directory.resolve("snapshot" + starter);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        ClassPath.of(mvc, extras, starter),
                        (mvc ? "com.example.coexistence.MvcApplication" : "com.example.coexistence.WebFluxApplication"),
                        snapshot.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Run(process, log, snapshot);
    }

    private record Run(Process process, Path logFile, Path snapshotFile) {

        Map<String, String> snapshot() throws IOException, InterruptedException {
            boolean ended = process.waitFor(120, TimeUnit.SECONDS);
            process.destroyForcibly();
            assertThat(ended && process.exitValue() == 0 && Files.exists(snapshotFile))
                    .as(Files.readString(logFile))
                    .isTrue();
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(snapshotFile)) {
                properties.load(reader);
            }
            Map<String, String> entries = new TreeMap<>();
            properties.forEach((entry, value) -> entries.put((String) entry, (String) value));
            return entries;
        }

        /** Returns the lines of the application's log that are not the library's, without numbers and stack traces. */
        Set<String> log() {
            try (Stream<String> lines = Files.lines(logFile)) {
                return lines.filter(line -> !line.startsWith("io.mcpspring.") && !line.startsWith("\t"))
                        // Tomcat logs this line if the machine is slow.
                        .filter(line -> !line.contains("Creation of SecureRandom instance"))
                        .map(line -> line.replaceAll("\\[[0-9a-f-]+\\]", "[]").replaceAll("\\d+(\\.\\d+)?", "#"))
                        .collect(Collectors.toCollection(TreeSet::new));
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }
}
