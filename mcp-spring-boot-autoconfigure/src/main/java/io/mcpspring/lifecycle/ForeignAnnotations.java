package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import io.mcpspring.method.AnnotatedMethods;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Finds annotations of Spring AI on methods of beans. Those of MCP have the names of the annotations of this library,
 * so they are easily imported by mistake.
 */
@Internal
public final class ForeignAnnotations {

    /** A bean of mcp-spring-boot-spring-ai, which serves the annotations of Spring AI. */
    private static final String SERVING = "io.mcpspring.springAiTools";

    private static final String SPRING_AI = "org.springframework.ai.";

    private static final List<String> PACKAGES =
            List.of(SPRING_AI + "mcp.annotation", "org.springaicommunity.mcp.annotation");

    private static final List<String> NAMES = List.of("McpTool", "McpPrompt", "McpResource", "McpComplete");

    private ForeignAnnotations() {}

    /** Returns the reasons why methods of beans are not served. */
    public static List<String> report(ConfigurableListableBeanFactory beans) {
        AnnotatedMethods methods = new AnnotatedMethods(beans);
        return Stream.concat(
                        Stream.of(SPRING_AI + "tool.annotation.Tool"),
                        PACKAGES.stream().flatMap(name -> NAMES.stream().map(simpleName -> name + "." + simpleName)))
                .filter(name -> !(name.startsWith(SPRING_AI) && beans.containsBeanDefinition(SERVING)))
                .flatMap(name -> present(name, beans.getBeanClassLoader()))
                .filter(methods::exist)
                .map(annotation -> "Methods with @" + annotation.getName() + ": an annotation of Spring AI. "
                        + (NAMES.contains(annotation.getSimpleName()) ? "Import that" : "Use @McpTool")
                        + " of io.mcpspring.annotation instead"
                        + (annotation.getName().startsWith(SPRING_AI) ? ", or add mcp-spring-boot-spring-ai." : "."))
                .toList();
    }

    private static Stream<Class<? extends Annotation>> present(String name, @Nullable ClassLoader loader) {
        return ClassUtils.isPresent(name, loader)
                ? Stream.of(ClassUtils.resolveClassName(name, loader).asSubclass(Annotation.class))
                : Stream.empty();
    }
}
