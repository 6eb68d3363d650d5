package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.lifecycle.UnknownProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A property that does not exist is reported with its origin and the most similar property. */
class UnknownPropertiesTests {

    @ParameterizedTest
    @CsvSource({
        "mcp.server.tool.timeout, mcp.server.tools.timeout",
        "mcp.server.tools.timout, mcp.server.tools.timeout",
        "mcp.server.tools.timeuot, mcp.server.tools.timeout",
        "mcp.server.tools.page-sice, mcp.server.tools.page-size",
        "mcp.server.http.sse.keepalives, mcp.server.http.sse.keep-alive",
        "mcp.server.protocol-version[0], mcp.server.protocol-versions[0]",
        "mcp.server.nam, mcp.server.name",
        "mcp.sever.name, mcp.server.name",
        "mpc.server.name, mcp.server.name",
        "mcp-server.tools.timeout, mcp.server.tools.timeout",
        "mcp.servers.http.path, mcp.server.http.path"
    })
    void aSimilarPropertyIsSuggested(String property, String meant) {
        assertThat(unknown(property, "1"))
                .singleElement()
                .asString()
                .startsWith("'" + property + "' (")
                .endsWith(", did you mean '" + meant + "'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcp.server.colour", "mcp.server.execution.something.else"})
    void nothingIsSuggestedIfNoPropertyIsSimilar(String property) {
        assertThat(unknown(property, "red"))
                .singleElement()
                .asString()
                .startsWith("'" + property + "' (")
                .doesNotContain("did you mean");
    }

    @Test
    void aGroupWithoutMembersIsAccepted() {
        assertThat(unknown("mcp.server.tools", "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp.server.tools.page-size=7",
                "mcp.server.tools.pageSize=7",
                "mcp.server.tools.page_size=7",
                "MCP.SERVER.TOOLS.PAGESIZE=7",
                "mcp.server.protocol-versions=2025-11-25",
                "mcp.server.protocol-versions[0]=2025-11-25",
                "mcp.server.icons[0].src=https://acme.example/i.png",
                "mcp.server.http.allowed-origins[0]=https://acme.example",
                "mcp.client.name=x",
                "mcp.servers.docs.url=x",
                "server.name=x",
                "name=x",
                "mcp=x",
                "mcp.server=x"
            })
    void allSpellingsOfKnownPropertiesAreAccepted(String property) {
        String[] nameAndValue = property.split("=");
        assertThat(unknown(nameAndValue[0], nameAndValue[1])).isEmpty();
    }

    static Stream<String> properties() {
        return ConfigurationMetadataTests.properties().map(ConfigurationMetadataTests.Property::name);
    }

    @ParameterizedTest
    @MethodSource("properties")
    void everyDocumentedPropertyIsAccepted(String property) {
        assertThat(unknown(property, "1")).isEmpty();
    }

    @Test
    void environmentVariablesAreNotChecked() {
        Map<String, Object> kubernetes = Map.of(
                "MCP_SERVER_PORT",
                "tcp://10.0.0.1:80",
                "MCP_SERVER_SERVICE_HOST",
                "10.0.0.1",
                "MCP_SERVER_PORT_80_TCP_ADDR",
                "10.0.0.1");
        assertThat(unknown(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, kubernetes)))
                .isEmpty();
    }

    @Test
    void unknownPropertiesCanStopTheApplication() {
        Runners.reactive()
                .withPropertyValues(
                        "mcp.server.fail-on-unknown-properties=true",
                        "mcp.server.tool.timeout=5s",
                        "mcp.server.colour=red")
                .run(context -> {
                    FailureAnalysis analysis = FailureTexts.of(context);
                    assertThat(analysis.getDescription())
                            .startsWith("Unknown properties:")
                            .contains(
                                    "'mcp.server.tool.timeout' (\"mcp.server.tool.timeout\" from property source"
                                            + " \"test\"), did you mean 'mcp.server.tools.timeout'?",
                                    "'mcp.server.colour'")
                            .doesNotContain("5s", "red");
                    assertThat(analysis.getAction())
                            .isEqualTo(
                                    "Correct or remove them, or set mcp.server.fail-on-unknown-properties to false.");
                });
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void theWarningNamesTheOriginOfTheProperty(@TempDir Path folder, CapturedOutput output) throws IOException {
        Path file = Files.writeString(folder.resolve("application.yml"), """
                mcp:
                  server:
                    tool:
                      timeout: 5s
                """);
        SpringApplication spring = new SpringApplicationBuilder(Empty.class)
                .web(WebApplicationType.REACTIVE)
                .properties("server.port=0", "spring.main.banner-mode=off")
                .build();
        spring.run("--spring.config.location=" + file.toUri(), "--mcp.server.colour=red")
                .close();
        assertThat(output)
                .containsPattern("WARN .* Unknown property 'mcp\\.server\\.tool\\.timeout' \\(.*application\\.yml"
                        + "\\] - 4:16\\), did you mean 'mcp\\.server\\.tools\\.timeout'\\?")
                .contains("Unknown property"
                        + " 'mcp.server.colour' (\"mcp.server.colour\" from property source \"commandLineArgs\")");
    }

    private static List<String> unknown(String property, Object value) {
        return unknown(new MapPropertySource("test", Map.of(property, value)));
    }

    private static List<String> unknown(PropertySource<?> source) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(source);
        return UnknownProperties.in(environment, McpServerProperties.class, Set.of(Secret.class));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Empty {}
}
