package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.Implementation;
import io.mcpspring.server.ServerDescription;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;

/** The name and version of the server. */
class ServerIdentityTests {

    private final ReactiveWebApplicationContextRunner bare = Runners.reactive();

    private final ReactiveWebApplicationContextRunner application =
            bare.withPropertyValues("spring.application.name=shop", "spring.application.version=3.0");

    private final ReactiveWebApplicationContextRunner built =
            application.withBean(BuildProperties.class, () -> build("2.0"));

    @Test
    void thePropertiesOfTheServerComeFirst() {
        assertIdentity(
                built.withPropertyValues("mcp.server.name=orders", "mcp.server.version=1.4.0"), "orders", "1.4.0");
    }

    @Test
    void theVersionOfTheBuildComesBeforeThatOfTheApplication() {
        assertIdentity(built, "shop", "2.0");
    }

    @Test
    void theVersionOfTheApplicationComesNext() {
        assertIdentity(application, "shop", "3.0");
        assertIdentity(
                application.withBean(BuildProperties.class, () -> new BuildProperties(new Properties())),
                "shop",
                "3.0");
    }

    @Test
    void aServerWithoutConfigurationHasANameAndAVersion() {
        assertIdentity(bare, "mcp-server", "0.0.0");
    }

    @Test
    void emptyValuesAreIgnored() {
        assertIdentity(
                bare.withPropertyValues(
                        "mcp.server.name=",
                        "spring.application.name=",
                        "mcp.server.version=",
                        "spring.application.version="),
                "mcp-server",
                "0.0.0");
    }

    private static void assertIdentity(ReactiveWebApplicationContextRunner runner, String name, String version) {
        runner.run(
                context -> assertThat(context.getBean(ServerDescription.class).implementation())
                        .extracting(Implementation::name, Implementation::version)
                        .containsExactly(name, version));
    }

    private static BuildProperties build(String version) {
        Properties entries = new Properties();
        entries.setProperty("version", version);
        return new BuildProperties(entries);
    }
}
