package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;

/** The server's beans have names that a component of the application cannot have. */
class BeanNamesTests {

    @Test
    void theNamesOfTheServersBeansHaveADot() {
        Runners.reactive()
                .run(context -> assertThat(own(context.getBeanFactory()))
                        .hasSizeGreaterThan(20)
                        .filteredOn(name -> !name.startsWith("io.mcpspring."))
                        .containsExactly("mcpToolExecutor"));
    }

    @Test
    void aComponentOfTheApplicationMayBeCalledLikeAnyClassOfTheServer() {
        List<String> names = List.of(
                "mcpTools",
                "mcpPrompts",
                "mcpResources",
                "mcpTasks",
                "mcpCompleters",
                "mcpServerDescription",
                "mcpDispatcher",
                "mcpShutdown",
                "mcpForms",
                "mcpDiscovery",
                "mcpSealer",
                "mcpLegacySessions",
                "mcpRouterFunction",
                "mcpEndpoint",
                "mcpTaskStore",
                "mcpInstanceChannel",
                "mcpSecretConverter",
                "tools",
                "prompts",
                "resources",
                "tasks",
                "shutdown");
        ReactiveWebApplicationContextRunner application = Runners.reactive();
        for (String name : names) {
            application = application.withBean(name, McpTools.class);
        }
        application.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBeansOfType(McpTools.class)).containsOnlyKeys(names);
            assertThat(context).hasSingleBean(io.mcpspring.tool.McpTools.class);
        });
    }

    private static List<String> own(ConfigurableListableBeanFactory beans) {
        return Stream.of(beans.getBeanDefinitionNames())
                .filter(name -> String.valueOf(beans.getBeanDefinition(name).getFactoryMethodName())
                        .startsWith("mcp"))
                .toList();
    }

    /** A class of the application's own. */
    static class McpTools {}
}
