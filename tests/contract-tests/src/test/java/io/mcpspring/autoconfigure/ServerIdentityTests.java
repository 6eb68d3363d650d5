package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpspring.McpServer;
import io.mcpspring.protocol.Implementation;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.info.BuildProperties;

/** The name and version of the server. */
class ServerIdentityTests {

    private static final String[] SHOP = {"spring.application.name=shop", "spring.application.version=3.0"};

    @Test
    void thePropertiesOfTheServerComeFirst() {
        Runners.reactive()
                .withPropertyValues(SHOP)
                .withPropertyValues("mcp.server.name=orders", "mcp.server.version=1.4.0")
                .withBean(BuildProperties.class, () -> build("2.0"))
                .run(context -> assertIdentity(
                        context.getBean(McpServer.class).parts().description().implementation(), "orders", "1.4.0"));
    }

    @Test
    void theVersionOfTheBuildComesBeforeThatOfTheApplication() {
        assertIdentity(identity(build("2.0"), SHOP), "shop", "2.0");
    }

    @Test
    void theVersionOfTheApplicationComesNext() {
        assertIdentity(identity(null, SHOP), "shop", "3.0");
        assertIdentity(identity(new BuildProperties(new Properties()), SHOP), "shop", "3.0");
    }

    @Test
    void aServerWithoutConfigurationHasANameAndAVersion() {
        assertIdentity(identity(null), "mcp-server", "0.0.0");
    }

    @Test
    void emptyValuesAreIgnored() {
        assertIdentity(
                identity(
                        null,
                        "mcp.server.name=",
                        "spring.application.name=",
                        "mcp.server.version=",
                        "spring.application.version="),
                "mcp-server",
                "0.0.0");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "title, mcp.server.title",
        "description, mcp.server.description",
        "name, The name of the server",
        "instructions, mcp.server.instructions"
    })
    void invisibleCharactersAreRefused(String property, String text) {
        FailureAnalysis analysis =
                FailureTexts.of(catchThrowable(() -> identity(null, "mcp.server." + property + "=a\u200B")));
        assertThat(analysis.getDescription()).isEqualTo(text + " contains the invisible character U+200B at index 1.");
        assertThat(analysis.getAction())
                .isEqualTo("Remove the character: people do not see it, but it is part of what language models read.");
    }

    private static Implementation identity(@Nullable BuildProperties build, String... properties) {
        Implementation[] identity = new Implementation[1];
        Runners.properties()
                .withPropertyValues(properties)
                .run(context -> identity[0] =
                        ServerIdentity.of(context.getBean(McpServerProperties.class), build, context.getEnvironment()));
        return identity[0];
    }

    private static void assertIdentity(Implementation identity, String name, String version) {
        assertThat(identity)
                .extracting(Implementation::name, Implementation::version)
                .containsExactly(name, version);
    }

    private static BuildProperties build(String version) {
        Properties entries = new Properties();
        entries.setProperty("version", version);
        return new BuildProperties(entries);
    }
}
