package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.TestServer;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.core.env.MapPropertySource;

/** Rates need a library, and a form. */
class LimitPropertiesTests {

    private static final FilteredClassLoader WITHOUT_BUCKET4J = new FilteredClassLoader("io.github.bucket4j");

    @ParameterizedTest
    @ValueSource(strings = {"rate=1/1s", "initialize-rate=1/1s", "entries[0].rate=1/1s"})
    void aRateWithoutTheLibraryStopsTheStart(String property) {
        Runners.reactive()
                .withClassLoader(WITHOUT_BUCKET4J)
                .withPropertyValues("mcp.server.limits.entries[0].name=add", "mcp.server.limits." + property)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessage("A rate below mcp.server.limits needs the library Bucket4j, which is not on the"
                                + " class path."));
    }

    @Test
    void allOtherLimitsDoWithoutTheLibrary() {
        Runners.reactive()
                .withClassLoader(WITHOUT_BUCKET4J)
                .withPropertyValues("mcp.server.limits.max-concurrency=1")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void anEntryHasItsLimitsOnce() {
        Runners.properties()
                .withPropertyValues(
                        "mcp.server.limits.entries[0].name=add",
                        "mcp.server.limits.entries[0].rate=1/1s",
                        "mcp.server.limits.entries[1].name=add",
                        "mcp.server.limits.entries[1].max-concurrency=1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("mcp.server.limits.entries has two entries with the name add"));
    }

    @Tag("change")
    @ParameterizedTest
    @ValueSource(strings = {"1000000/1ms", "1/106751d", "999999999/106751d", "999999999/1s"})
    void theExtremesOfRatesCanBeCounted(String rate) {
        try (TestServer server = TestServer.start(Entries.class, "mcp.server.limits.rate=" + rate)) {
            assertThat(server.client(ProtocolVersion.newest()).call("hello").contentText())
                    .isEqualTo("Hello");
        }
    }

    static class Entries {

        @McpTool
        String hello() {
            return "Hello";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "0/1s", "1/0s", "1/s", "-1/1s", "1/1", "1/1y", "1234567890/1s"})
    void aRateIsANumberAndAPeriod(String rate) {
        assertRefused(rate, "A rate must be a number of calls and a period, such as 100/1m: " + rate);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 0, -1})
    void aNumberWithoutAPeriodInYamlIsRefusedByTheSameText(int number) {
        Runners.properties()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("yaml", Map.of("mcp.server.limits.rate", number))))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("A rate must be a number of calls and a period, such as 100/1m: " + number));
    }

    @ParameterizedTest
    @CsvSource({"1000001/1ms, 1000001/PT0.001S", "1/106752d, 1/PT2562048H"})
    void aRateCanBeCounted(String rate, String shown) {
        assertRefused(rate, "A rate must be at most one call in a nanosecond, within 292 years: " + shown);
    }

    private static void assertRefused(String rate, String message) {
        Runners.properties()
                .withPropertyValues("mcp.server.limits.rate=" + rate)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessage(message));
    }
}
