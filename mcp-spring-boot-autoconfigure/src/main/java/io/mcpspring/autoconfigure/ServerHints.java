package io.mcpspring.autoconfigure;

import io.mcpspring.completion.CompletionSource;
import io.mcpspring.method.CallLimits;
import io.mcpspring.prompt.McpPromptFunction;
import io.mcpspring.prompt.McpReactivePromptFunction;
import io.mcpspring.resource.McpReactiveResourceFunction;
import io.mcpspring.resource.McpResourceFunction;
import io.mcpspring.tool.McpReactiveToolFunction;
import io.mcpspring.tool.McpToolFunction;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.ClassUtils;

/** Lets native images write and read messages and stored state, convert properties, and call functions. */
final class ServerHints implements RuntimeHintsRegistrar {

    /** Packages whose records and enums are written as JSON. */
    private static final List<String> PACKAGES = List.of("protocol", "event", "exchange", "session", "task");

    private static final List<Class<?>> FUNCTIONS = List.of(
            McpToolFunction.class,
            McpReactiveToolFunction.class,
            McpPromptFunction.class,
            McpReactivePromptFunction.class,
            McpResourceFunction.class,
            McpReactiveResourceFunction.class,
            CompletionSource.Function.class);

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        Class<?>[] types =
                PACKAGES.stream().flatMap(name -> written(name, classLoader)).toArray(Class<?>[]::new);
        new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), types);
        // What Spring Boot converts properties to.
        hints.reflection().registerType(Secret.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        hints.reflection().registerType(CallLimits.Rate.class, MemberCategory.INVOKE_PUBLIC_METHODS);
        FUNCTIONS.forEach(type -> hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS));
    }

    private static Stream<Class<?>> written(String name, @Nullable ClassLoader classLoader) {
        ClassPathScanningCandidateComponentProvider types = new ClassPathScanningCandidateComponentProvider(false);
        types.addIncludeFilter((type, reader) -> true);
        types.setResourceLoader(new PathMatchingResourcePatternResolver(classLoader));
        return types.findCandidateComponents("io.mcpspring." + name).stream()
                .<Class<?>>map(
                        type -> ClassUtils.resolveClassName(String.valueOf(type.getBeanClassName()), classLoader))
                .filter(type -> type.isRecord() || type.isEnum());
    }
}
