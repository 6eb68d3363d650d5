package io.mcpspring.method;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Lets native images call annotated methods, and read and write the types of their arguments and results. */
final class AnnotatedMethodHints implements BeanRegistrationAotProcessor {

    private static final List<Class<? extends Annotation>> ANNOTATIONS =
            List.of(McpTool.class, McpPrompt.class, McpResource.class, McpComplete.class);

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> beanClass = ClassUtils.getUserClass(bean.getBeanClass());
        Map<Method, Annotation> methods = new HashMap<>();
        ANNOTATIONS.forEach(type -> methods.putAll(AnnotatedMethods.annotated(beanClass, type)));
        return methods.isEmpty()
                ? null
                : (generation, code) -> methods.forEach((method, annotation) ->
                        register(generation.getRuntimeHints().reflection(), beanClass, method, annotation));
    }

    private static void register(ReflectionHints hints, Class<?> beanClass, Method method, Annotation annotation) {
        hints.registerMethod(method, ExecutableMode.INVOKE);
        // A JDK proxy is called by the method of its interface.
        hints.registerMethod(ClassUtils.getInterfaceMethodIfPossible(method, beanClass), ExecutableMode.INVOKE);

        BeanMethod signature = new BeanMethod(beanClass, method, () -> beanClass, () -> true);
        Set<Class<?>> types = new LinkedHashSet<>();
        signature.parameters().forEach(parameter -> collect(type(parameter), types));
        collect(type(signature.returnType()), types);
        if (annotation instanceof McpTool tool) {
            types.add(tool.outputType());
        }
        types.removeIf(AnnotatedMethodHints::isForeign);
        new BindingReflectionHintsRegistrar().registerReflectionHints(hints, types.toArray(Class<?>[]::new));
    }

    private static ResolvableType type(MethodParameter parameter) {
        return ResolvableType.forMethodParameter(parameter);
    }

    /** Adds a type and the types that it is made of, such as those of {@code Mono<List<Order>>}. */
    private static void collect(ResolvableType type, Set<Class<?>> types) {
        Class<?> resolved = type.resolve();
        if (resolved != null && types.add(resolved)) {
            collect(type.getComponentType(), types);
            Arrays.stream(type.getGenerics()).forEach(part -> collect(part, types));
        }
    }

    /** Whether the type is none of the application's: that of an injected value, or one around the results. */
    private static boolean isForeign(Class<?> type) {
        return type.getName().startsWith("org.springframework.")
                || InjectedParameters.BY_TYPE.containsKey(type)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
    }
}
