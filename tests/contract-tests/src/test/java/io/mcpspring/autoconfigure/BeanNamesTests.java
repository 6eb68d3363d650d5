package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.mcpspring.Internal;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The names of the server's beans cannot collide with the names of components of the application.
 * {@code ArchitectureTests} checks all configurations, this class the beans of an application.
 */
class BeanNamesTests {

    private static final JavaClasses PROJECT = new ClassFileImporter()
            .importUrls(Stream.of(Internal.class, McpServerAutoConfiguration.class)
                    .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                    .toList());

    @Test
    void theNamesOfTheBeansOfTheServerContainADot() {
        Runners.reactive().run(BeanNamesTests::assertNames);
        Runners.servlet().run(BeanNamesTests::assertNames);
    }

    private static void assertNames(
            ApplicationContextAssertProvider<? extends ConfigurableApplicationContext> context) {
        assertThat(own(context.getSourceApplicationContext().getBeanFactory()))
                .hasSizeGreaterThan(15)
                .allMatch(name -> name.startsWith("io.mcpspring."));
    }

    @Test
    void beansThatAreNotApiHaveInternalTypes() {
        List<String> common = List.of(
                "io.mcpspring.tools",
                "io.mcpspring.prompts",
                "io.mcpspring.resources",
                "io.mcpspring.server",
                "io.mcpspring.handlerMapping",
                "io.mcpspring.secretSanitizing");
        Runners.reactive().run(context -> assertThat(notInternal(context)).containsExactlyInAnyOrderElementsOf(common));
        Runners.servlet().run(context -> assertThat(notInternal(context)).containsExactlyInAnyOrderElementsOf(common));
    }

    /** Returns the beans that applications can inject by a type without {@code @Internal}. */
    private static List<String> notInternal(
            ApplicationContextAssertProvider<? extends ConfigurableApplicationContext> context) {
        ConfigurableApplicationContext application = context.getSourceApplicationContext();
        return own(application.getBeanFactory()).stream()
                .filter(name -> !isInternal(application.getType(name)))
                .toList();
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
    void aComponentOfTheApplicationMayHaveTheNameOfAClassOfTheServer() {
        Runners.reactive()
                .withBean("mcpTools", McpTools.class)
                .withBean("tools", McpTools.class)
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(io.mcpspring.tool.McpTools.class);
                    assertThat(context.getBeansOfType(McpTools.class)).containsOnlyKeys("mcpTools", "tools");
                });
    }

    private static List<String> own(ConfigurableListableBeanFactory beans) {
        return Stream.of(beans.getBeanDefinitionNames())
                .filter(name -> String.valueOf(beans.getBeanDefinition(name).getFactoryMethodName())
                        .startsWith("mcp"))
                .toList();
    }

    /** A class of the application. */
    static class McpTools {}
}
