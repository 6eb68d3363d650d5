package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mcpspring.Internal;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;

/** The server's beans have names that a component of the application cannot have. */
class BeanNamesTests {

    private static final JavaClasses PROJECT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.mcpspring");

    @Test
    void theNamesOfTheServersBeansHaveADot() {
        Runners.reactive()
                .run(context -> assertThat(own(context.getBeanFactory()))
                        .hasSizeGreaterThan(20)
                        .allMatch(name -> name.startsWith("io.mcpspring.")));
    }

    @Test
    void whatIsNotApiCanBeRecognizedByItsType() {
        Runners.reactive()
                .run(context -> assertThat(own(context.getBeanFactory()))
                        .as("beans that applications cannot inject by a type without @Internal")
                        .filteredOn(name -> !isInternal(context.getType(name)))
                        .containsExactlyInAnyOrder(
                                "io.mcpspring.executor",
                                "io.mcpspring.tools",
                                "io.mcpspring.prompts",
                                "io.mcpspring.resources",
                                "io.mcpspring.propertyCheck",
                                "io.mcpspring.discovery",
                                "io.mcpspring.routerFunction",
                                "io.mcpspring.pathCheck"));
    }

    private static boolean isInternal(@Nullable Class<?> type) {
        return type != null
                && PROJECT.contain(type.getName())
                && (!Modifier.isPublic(type.getModifiers())
                        || PROJECT.get(outermost(type)).isAnnotatedWith(Internal.class));
    }

    private static Class<?> outermost(Class<?> type) {
        return type.isMemberClass() ? outermost(type.getEnclosingClass()) : type;
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
