package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.tool.McpTools;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.web.reactive.function.server.RouterFunction;

/** In which applications there is a server. */
class McpServerAutoConfigurationTests {

    private final RecordedLog log = new RecordedLog();

    @AfterEach
    void closeLog() {
        log.close();
    }

    @Test
    void aReactiveApplicationIsAServer() {
        Runners.reactive().withBean(Greeter.class).run(context -> {
            assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(McpDispatcher.class)
                    .hasSingleBean(RouterFunction.class);
            assertThat(context.getBean(McpTools.class).list())
                    .singleElement()
                    .satisfies(tool -> assertThat(tool.name()).isEqualTo("greet"));
            assertThat(ours(context)).isNotEmpty();
        });
    }

    @Test
    void itsBeansHaveNamesThatBeginWithMcpAndItsConfigurationsThoseOfTheirClasses() {
        Set<String> before = new HashSet<>();
        Runners.reactive()
                .withPropertyValues("mcp.server.enabled=false")
                .run(context -> before.addAll(List.of(context.getBeanDefinitionNames())));
        Runners.reactive()
                .run(context -> assertThat(context.getBeanDefinitionNames())
                        .filteredOn(name -> !before.contains(name))
                        .filteredOn(name -> !name.startsWith("org.springframework.boot.context.properties."))
                        .hasSizeGreaterThan(8)
                        .allMatch(name -> name.startsWith("mcp") || name.startsWith("io.mcpspring.")));
    }

    @Test
    void nothingIsLeftOfAServerThatIsDisabled() {
        Runners.reactive()
                .withBean(Greeter.class)
                .withPropertyValues("mcp.server.enabled=false")
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(McpTools.class);
                    assertThat(ours(context)).isEmpty();
                    assertThat(log.lines()).isEmpty();
                });
    }

    @Test
    void withADisabledServerTheBeansAreThoseOfAnApplicationWithoutTheStarter() {
        Set<String> without = new HashSet<>();
        Runners.withoutStarter().run(context -> without.addAll(List.of(context.getBeanDefinitionNames())));
        Runners.reactive()
                .withPropertyValues("mcp.server.enabled=false")
                .run(context ->
                        assertThat(context.getBeanDefinitionNames()).containsExactlyInAnyOrderElementsOf(without));
    }

    @Test
    void aDisabledServerDoesNotReadItsConfiguration() {
        Runners.reactive()
                .withPropertyValues("mcp.server.enabled=false", "mcp.server.secret=short")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aServletApplicationStartsAndIsToldTheCureOnce() {
        Runners.servlet().withBean(Greeter.class).run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(McpTools.class);
            assertThat(log.lines(Level.WARN))
                    .containsExactly("No MCP server is started: this is a servlet"
                            + " application, and the server needs spring.main.web-application-type=reactive");
            assertThat(log.lines()).hasSize(1);
        });
    }

    @Test
    void aServletApplicationIsToldNothingWhenTheServerIsDisabled() {
        Runners.servlet().withPropertyValues("mcp.server.enabled=false").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(ours(context)).isEmpty();
            assertThat(log.lines()).isEmpty();
        });
    }

    @Test
    void anApplicationThatIsNotForTheWebStartsInSilence() {
        Runners.notWeb().withBean(Greeter.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(ours(context)).isEmpty();
            assertThat(log.lines()).isEmpty();
        });
    }

    @Test
    void aReactiveApplicationIsNotWarnedOfServlets() {
        Runners.reactive()
                .withBean(Greeter.class)
                .run(context -> assertThat(log.lines(Level.WARN)).noneMatch(line -> line.contains("servlet")));
    }

    private static List<String> ours(ApplicationContext context) {
        return Stream.of(context.getBeanDefinitionNames())
                .filter(name -> !context.getType(name).equals(Greeter.class))
                .filter(name -> name.startsWith("mcp") || name.startsWith("io.mcpspring"))
                .toList();
    }

    static class Greeter {

        @McpTool(description = "Greets somebody")
        String greet(String name) {
            return "Hello, " + name + "!";
        }
    }
}
