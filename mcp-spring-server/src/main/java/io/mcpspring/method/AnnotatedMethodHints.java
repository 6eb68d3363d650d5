package io.mcpspring.method;

import io.mcpspring.annotation.McpMethod;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.schema.JavaTypes;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** Lets native images call annotated methods, and read and write the types of their arguments and results. */
final class AnnotatedMethodHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> beanClass = ClassUtils.getUserClass(bean.getBeanClass());
        Set<Method> methods = AnnotatedMethods.annotated(beanClass, McpMethod.class);
        return methods.isEmpty()
                ? null
                : (generation, code) -> methods.forEach(
                        method -> register(generation.getRuntimeHints().reflection(), beanClass, method));
    }

    private static void register(ReflectionHints hints, Class<?> beanClass, Method method) {
        hints.registerMethod(method, ExecutableMode.INVOKE);
        // A JDK proxy is called by the method of its interface.
        hints.registerMethod(ClassUtils.getInterfaceMethodIfPossible(method, beanClass), ExecutableMode.INVOKE);

        BeanMethod signature = new BeanMethod(beanClass, method, () -> beanClass, () -> true);
        Set<Class<?>> types = new LinkedHashSet<>();
        Stream.concat(signature.parameters().stream(), Stream.of(signature.returnType()))
                .map(ResolvableType::forMethodParameter)
                .forEach(part -> types.addAll(JavaTypes.classes(part)));
        McpTool tool = AnnotatedElementUtils.findMergedAnnotation(method, McpTool.class);
        if (tool != null) {
            types.add(tool.outputType());
        }
        types.removeIf(AnnotatedMethodHints::isForeign);
        new BindingReflectionHintsRegistrar().registerReflectionHints(hints, types.toArray(Class<?>[]::new));
    }

    /** Whether the type is none of the application's: that of an injected value, or one around the results. */
    private static boolean isForeign(Class<?> type) {
        return type.getName().startsWith("org.springframework.")
                || InjectedParameters.BY_TYPE.containsKey(type)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
    }
}
