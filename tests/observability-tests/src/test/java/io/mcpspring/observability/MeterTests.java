package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.observation.McpServerObservationDocumentation;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Principal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The meters of the server: their values, and the page that lists them. */
class MeterTests {

    private static final String[] PROPERTIES = {
        "management.endpoints.web.exposure.include=prometheus",
        "mcp.server.http.allowed-hosts=localhost",
        "mcp.server.http.max-request-size=10KB"
    };

    /** Names the user of a request. */
    private static final String USER = "X-User";

    static final Path DOCS = Path.of("..", "..", "docs");

    static final Map<String, McpServerObservationDocumentation> OBSERVATIONS = Map.of(
            "mcp.server.operation.duration", McpServerObservationDocumentation.MCP_SERVER_REQUESTS,
            "mcp.client.operation.duration", McpServerObservationDocumentation.MCP_SERVER_QUESTIONS);

    @EveryEra
    void sizesOfResultsAreMeasuredByEntry(Era era) {
        ObservedServer server = server(era);
        server.call("four");
        server.send("resources/read", "{'uri': 'note://1'}");
        String metrics = metrics(server);
        assertThat(sample(
                        metrics,
                        "mcp_server_result_size_bytes_max",
                        "mcp_entry_kind=\"tool\"",
                        "mcp_entry_name=\"four\""))
                .isEqualTo(4);
        assertThat(sample(
                        metrics,
                        "mcp_server_result_size_bytes_max",
                        "mcp_entry_kind=\"resource\"",
                        "mcp_entry_name=\"none\""))
                .isEqualTo(6);
    }

    @EveryEra
    void runningCallsAreCounted(Era era) throws InterruptedException {
        ObservedServer server = server(era);
        Entries entries = server.context().getBean(Entries.class);
        CompletableFuture<JsonNode> call = CompletableFuture.supplyAsync(() -> server.call("waiting"));
        entries.begun.acquire();
        assertThat(sample(metrics(server), "mcp_server_calls")).isEqualTo(1);
        entries.end.release();
        call.join();
        assertThat(sample(metrics(server), "mcp_server_calls")).isZero();
    }

    @EveryEra
    void refusedRequestsAreCountedByTheirReason(Era era) {
        ObservedServer server = server(era);
        Map<String, Runnable> requests = new LinkedHashMap<>();
        requests.put("access", () -> server.call("hidden"));
        requests.put("origin", () -> server.callWithHeader("Origin", "https://elsewhere.example", "four"));
        requests.put("host", () -> server.callWithHeader("Host", "elsewhere.example", "four"));
        requests.put(
                "limit",
                () -> server.send("tools/call", "{'name': 'four', 'junk': '%s'}".formatted("x".repeat(20_000))));
        if (era == Era.MODERN) {
            requests.put("state", () -> server.send("tools/call", "{'name': 'four', 'requestState': 'forged'}"));
        } else {
            requests.put("session", () -> server.callWithHeader(USER, "eve", "four"));
        }
        Map<String, Double> expected = refusals(server);
        requests.forEach((reason, request) -> {
            request.run();
            expected.merge(reason, 1.0, Double::sum);
            assertThat(refusals(server)).as(reason).isEqualTo(expected);
        });
    }

    private static Map<String, Double> refusals(ObservedServer server) {
        String metrics = metrics(server);
        Map<String, Double> refusals = new TreeMap<>();
        for (String reason : List.of("origin", "host", "session", "state", "token", "access", "limit")) {
            refusals.put(reason, sample(metrics, "mcp_server_refusals_total", "mcp_refusal_reason=\"" + reason + "\""));
        }
        return refusals;
    }

    @Test
    void aSessionIsMeasuredOnceWhenItsClientEndsIt() {
        ObservedServer server = server(Era.LEGACY);
        String revision = "mcp_protocol_version=\"" + Era.LEGACY.revision + "\"";
        String session = server.openSession();
        assertThat(sample(metrics(server), "mcp_server_session_duration_seconds_count", revision))
                .isZero();
        assertThat(server.endSession(session)).isEqualTo(204);
        assertThat(server.endSession(session)).isEqualTo(404);
        String metrics = metrics(server);
        assertThat(sample(metrics, "mcp_server_session_duration_seconds_count", revision))
                .isEqualTo(1);
        assertThat(sample(metrics, "mcp_server_session_duration_seconds_bucket", revision, "le=\"300.0\""))
                .isEqualTo(1);
    }

    @Test
    void entriesAndTheirDefinitionsAreMeasuredByList() {
        String metrics = metrics(server(Era.MODERN));
        assertThat(sample(metrics, "mcp_server_entries", "mcp_entry_kind=\"tool\""))
                .isEqualTo(4);
        assertThat(sample(metrics, "mcp_server_entries", "mcp_entry_kind=\"resource template\""))
                .isEqualTo(1);
        assertThat(sample(metrics, "mcp_server_entries", "mcp_entry_kind=\"resource\""))
                .isZero();
        assertThat(sample(metrics, "mcp_server_list_size_bytes", "mcp_entry_kind=\"tool\""))
                .isGreaterThan(100);
    }

    @Test
    void theMetersOfTheObservationsHaveTheirKeys() {
        Map<String, Set<String>> documented = new TreeMap<>();
        OBSERVATIONS.forEach((name, observation) -> {
            Set<String> keys = names(observation.getLowCardinalityKeyNames());
            documented.put(name + ".active", keys);
            documented.put(name, with(keys, "error"));
        });
        Map<String, Set<String>> measured = new TreeMap<>();
        meters(MeterTests::isOfObservation)
                .forEach(meter -> measured.put(meter.getId().getName(), new TreeSet<>(tags(meter))));
        assertThat(measured).isEqualTo(documented);
    }

    @Test
    void theReferenceListsEveryOtherMeter() throws IOException {
        assertThat(rows())
                .containsExactlyInAnyOrderElementsOf(meters(meter -> !isOfObservation(meter))
                        .map(MeterTests::row)
                        .collect(Collectors.toSet()));
    }

    private static Stream<Meter> meters(Predicate<Meter> condition) {
        ObservedServer server = server(Era.MODERN);
        useEveryMeter(server);
        return server.context().getBean(MeterRegistry.class).getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith("mcp."))
                .filter(condition);
    }

    private static boolean isOfObservation(Meter meter) {
        return OBSERVATIONS.keySet().stream().anyMatch(meter.getId().getName()::startsWith);
    }

    private static List<String> tags(Meter meter) {
        return meter.getId().getTags().stream().map(Tag::getKey).toList();
    }

    /** Returns the rows of the meters in the reference. */
    private static List<String> rows() throws IOException {
        return Files.readString(DOCS.resolve("reference/observability.md"))
                .lines()
                .filter(line -> line.startsWith("| `mcp.server."))
                .toList();
    }

    /** Returns the names of the meters in the reference. */
    static Stream<String> documentedNames() throws IOException {
        return rows().stream().map(row -> row.split("`")[1]);
    }

    @Test
    void theReferenceListsEveryKeyOfTheObservations() throws IOException {
        String page = Files.readString(DOCS.resolve("reference/observability.md"));
        int questions = page.indexOf("## The observation of a question");
        checkKeys(
                page.substring(page.indexOf("| Key |"), questions),
                McpServerObservationDocumentation.MCP_SERVER_REQUESTS);
        checkKeys(
                page.substring(questions, page.indexOf("## Meters")),
                McpServerObservationDocumentation.MCP_SERVER_QUESTIONS);
    }

    private static void checkKeys(String section, McpServerObservationDocumentation observation) {
        List<String> keys = Stream.concat(
                        Arrays.stream(observation.getLowCardinalityKeyNames())
                                .map(key -> "| `" + key.asString() + "` | yes |"),
                        Arrays.stream(observation.getHighCardinalityKeyNames())
                                .map(key -> "| `" + key.asString() + "` | |"))
                .toList();
        assertThat(section.lines()
                        .filter(line -> line.startsWith("| `"))
                        .map(line -> line.substring(0, line.indexOf('|', line.indexOf('|', 2) + 1) + 1)))
                .containsExactlyElementsOf(keys);
    }

    /** Makes the server export every meter: those of results and of the observations are not there from the start. */
    static void useEveryMeter(ObservedServer server) {
        server.testerWithTasks()
                .call("asking")
                .onElicitation(form -> form.decline())
                .execute()
                .text()
                .isEqualTo("declined");
        // Other tests count tasks, and the client may know of the end of this one first.
        await().until(() -> sample(metrics(server), "mcp_server_tasks") == 0);
    }

    private static String row(Meter meter) {
        Meter.Id id = meter.getId();
        String type = id.getType().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String tags = tags(meter).stream().sorted().map(tag -> "`" + tag + "`").collect(Collectors.joining(", "));
        return Stream.of("`" + id.getName() + "`", type, id.getBaseUnit(), tags, id.getDescription())
                .map(cell -> cell == null || cell.isEmpty() ? "|" : "| " + cell)
                .collect(Collectors.joining(" ", "", " |"));
    }

    private static Set<String> names(KeyName[] keys) {
        return Arrays.stream(keys).map(KeyName::asString).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> with(Set<String> names, String name) {
        Set<String> all = new TreeSet<>(names);
        all.add(name);
        return all;
    }

    static ObservedServer server(Era era) {
        return ObservedServer.of(era, Measured.class, PROPERTIES);
    }

    /** Returns what Prometheus reads now. */
    static String metrics(ObservedServer server) {
        return server.get("/actuator/prometheus").body();
    }

    /** Returns the value of the time series with this name and these labels. */
    static double sample(String metrics, String name, String... labels) {
        List<String> lines = metrics.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> Stream.of(labels).allMatch(line::contains))
                .toList();
        assertThat(lines).as(name).hasSize(1);
        return Double.parseDouble(lines.get(0).substring(lines.get(0).lastIndexOf(' ') + 1));
    }

    @Configuration(proxyBeanMethods = false)
    static class Measured {

        @Bean
        McpBlockingAccessRule rule() {
            return (entry, request) ->
                    entry.name().equals("hidden") ? McpAccessDecision.hidden() : McpAccessDecision.granted();
        }

        @Bean
        Entries entries() {
            return new Entries();
        }

        @Bean
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        WebFilter users() {
            return (exchange, chain) -> {
                String user = exchange.getRequest().getHeaders().getFirst(USER);
                return chain.filter(
                        user == null
                                ? exchange
                                : exchange.mutate()
                                        .principal(Mono.just(() -> user))
                                        .build());
            };
        }

        @Bean
        @ConditionalOnWebApplication(type = Type.SERVLET)
        Filter servletUsers() {
            return (request, response, chain) -> chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request) {

                        @Override
                        public @Nullable Principal getUserPrincipal() {
                            String user = getHeader(USER);
                            return user == null ? null : () -> user;
                        }
                    },
                    response);
        }
    }

    record Choice(boolean yes) {}

    static class Entries {

        final Semaphore begun = new Semaphore(0);

        final Semaphore end = new Semaphore(0);

        @McpTool(description = "Returns four characters")
        String four() {
            return "four";
        }

        @McpTool(description = "Waits")
        String waiting() throws InterruptedException {
            begun.release();
            end.acquire();
            return "done";
        }

        @McpTool(description = "Asks and waits", task = TaskSupport.OPTIONAL)
        String asking(McpExchange exchange) {
            return exchange.elicit("Go on?", Choice.class).isAccepted() ? "accepted" : "declined";
        }

        @McpTool(description = "Hidden")
        String hidden() {
            return "hidden";
        }

        @McpPrompt(description = "Greets")
        String greeting() {
            return "Hello";
        }

        @McpResource(uri = "note://{id}", description = "A note")
        String note(String id) {
            return "Note " + id;
        }
    }
}
