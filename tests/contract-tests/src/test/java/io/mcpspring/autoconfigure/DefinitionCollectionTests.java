package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.Tool;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResourceLocation;
import io.mcpspring.resource.McpResources;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that are collections of definitions. */
class DefinitionCollectionTests {

    @Test
    void theElementsOfCollectionsAreServedOnceEach() {
        Runners.reactive().withUserConfiguration(Collections.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(McpTools.class).list())
                    .extracting(Tool::name)
                    .containsExactly("a", "b", "c", "d");
            assertThat(context.getBean(McpPrompts.class).list())
                    .extracting(Prompt::name)
                    .containsExactly("first", "second");
            assertThat(context.getBean(McpResources.class).list())
                    .extracting(resource -> resource.uri())
                    .contains("docs://one", "docs://two", "resource:///junit-platform.properties");
        });
    }

    @Test
    void aServerOfSomeBeansServesTheCollectionsAmongThem() {
        Runners.reactive()
                .withUserConfiguration(Collections.class, OfOneCollection.class)
                .run(context -> assertThat(context.getBean("secondServer", McpServer.class)
                                .tools()
                                .list())
                        .extracting(Tool::name)
                        .containsExactly("b", "c"));
    }

    private static McpToolDefinition tool(String name) {
        return McpToolDefinition.named(name).call((arguments, exchange) -> name).build();
    }

    private static McpPromptDefinition prompt(String name) {
        return McpPromptDefinition.named(name)
                .get((arguments, exchange) -> name)
                .build();
    }

    private static McpResourceDefinition resource(String uri) {
        return McpResourceDefinition.at(uri).read((request, exchange) -> uri).build();
    }

    @Configuration
    static class Collections {

        @Bean
        McpToolDefinition single() {
            return tool("a");
        }

        @Bean
        List<McpToolDefinition> list() {
            return List.of(tool("b"), tool("c"));
        }

        @Bean
        ArrayList<McpToolDefinition> again() {
            return new ArrayList<>(List.of(single(), tool("d")));
        }

        @Bean
        List<String> names() {
            return List.of("unrelated");
        }

        @Bean
        Set<McpPromptDefinition> prompts() {
            return new LinkedHashSet<>(List.of(prompt("first"), prompt("second")));
        }

        @Bean
        Collection<McpResourceDefinition> resources() {
            return List.of(resource("docs://one"), resource("docs://two"));
        }

        @Bean
        List<McpResourceLocation> locations() {
            return List.of(new McpResourceLocation("classpath:junit-platform.properties"));
        }
    }

    @Configuration
    static class OfOneCollection {

        @Bean
        McpServer secondServer(ConfigurableApplicationContext application) {
            return McpServer.builder(application)
                    .path("/second")
                    .beans("list"::equals)
                    .build();
        }
    }
}
