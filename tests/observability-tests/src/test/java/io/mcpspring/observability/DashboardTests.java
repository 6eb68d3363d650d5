package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The examples of a dashboard and of alerts use the meters that the server exports, with their labels. */
class DashboardTests {

    private static final String METER = "\\b(mcp_(?:server|client)_\\w+)";

    /** The tests of the module for Redis check its meters. */
    private static boolean isOfServer(String text) {
        return !text.contains("mcp_server_redis_");
    }

    @Test
    void theDashboardUsesMetersThatTheServerExports() throws IOException {
        List<String> expressions = dashboard().findValues("expr").stream()
                .map(JsonNode::asString)
                .filter(DashboardTests::isOfServer)
                .toList();
        assertThat(expressions).hasSizeGreaterThan(10);
        checkExported(MeterTests.server(Era.MODERN), expressions);
    }

    @Test
    void theDashboardShowsEveryMeter() throws IOException {
        Stream<String> meters = Stream.concat(MeterTests.documentedNames(), MeterTests.OBSERVATIONS.keySet().stream());
        String expressions = dashboard().findValues("expr").toString();
        assertThat(meters.map(name -> name.replace('.', '_')))
                .allSatisfy(name -> assertThat(expressions)
                        .containsPattern("\\b" + name + "(_seconds|_bytes|_total)?(_bucket|_sum|_count)?\\{"));
    }

    @Test
    void everyPanelOfTheDashboardHasItsPlace() throws IOException {
        List<JsonNode> panels = dashboard().get("panels").valueStream().toList();
        assertThat(panels).extracting(panel -> panel.get("id")).doesNotHaveDuplicates();
        assertThat(panels).extracting(panel -> panel.get("gridPos")).doesNotHaveDuplicates();
    }

    @Test
    void theAlertsUseMetersThatTheServerExports() throws IOException {
        String[] parts = Files.readString(MeterTests.DOCS.resolve("operations/prometheus-alerts.yml"))
                .split("- alert:");
        List<String> alerts =
                Stream.of(parts).skip(1).filter(DashboardTests::isOfServer).toList();
        assertThat(alerts).hasSizeGreaterThan(4);
        checkExported(MeterTests.server(Era.MODERN), alerts);
    }

    private static JsonNode dashboard() throws IOException {
        return JsonMapper.shared()
                .readTree(Files.readString(MeterTests.DOCS.resolve("operations/grafana-dashboard.json")));
    }

    /** Checks that each text names exported meters, and no labels but theirs. */
    private static void checkExported(ObservedServer server, List<String> texts) {
        MeterTests.useEveryMeter(server);
        String metrics = MeterTests.metrics(server);
        for (String text : texts) {
            Set<String> names = matches(METER, text);
            assertThat(names).as(text).isNotEmpty().isSubsetOf(matches("(?m)^" + METER + "[{ ]", metrics));
            Set<String> labels = matches("(\\w+)(?:=~|!=|!~|=)\"", text);
            labels.addAll(matches("\\b((?:mcp_(?!server|client)|gen_ai_|rpc_|error_)\\w+)", text));
            // The label of the scrape.
            labels.remove("job");
            assertThat(labels).as(text).isSubsetOf(labelsOf(names, metrics));
        }
    }

    private static Set<String> labelsOf(Set<String> names, String metrics) {
        String samples = metrics.lines()
                .filter(line -> names.contains(line.split("[{ ]", 2)[0]))
                .collect(Collectors.joining("\n"));
        return matches("[{,](\\w+)=\"", samples);
    }

    private static Set<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
