package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A property that does not exist stops the application. */
class UnknownPropertiesTests {

    @Test
    void anUnknownPropertyStopsTheApplication() {
        Runners.reactive()
                .withPropertyValues("mcp.server.tool.timeout=5s")
                .run(context -> assertThat(FailureTexts.of(context).getDescription())
                        .contains(
                                "Property: mcp.server.tool.timeout",
                                "The elements [mcp.server.tool.timeout] were left unbound."));
    }

    @Test
    void propertiesOfOtherPrefixesAreAccepted() {
        Runners.reactive()
                .withPropertyValues("mcp.client.name=x", "mcp.servers.docs.url=x", "mcp.server.tools.pageSize=7")
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** Kubernetes sets such variables for a service that is named 'mcp-server'. */
    @Test
    void environmentVariablesAreNotChecked() {
        Map<String, Object> kubernetes =
                Map.of("MCP_SERVER_PORT", "tcp://10.0.0.1:80", "MCP_SERVER_SERVICE_HOST", "10.0.0.1");
        Runners.reactive()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .replace(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                new SystemEnvironmentPropertySource(
                                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, kubernetes)))
                .run(context -> assertThat(context).hasNotFailed());
    }
}
