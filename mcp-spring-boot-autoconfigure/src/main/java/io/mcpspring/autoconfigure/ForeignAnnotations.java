package io.mcpspring.autoconfigure;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds annotations of Spring AI on methods of beans. They have the same simple names, so they are easily imported by
 * mistake.
 */
final class ForeignAnnotations {

    private static final List<String> PACKAGES =
            List.of("org.springframework.ai.mcp.annotation", "org.springaicommunity.mcp.annotation");

    private ForeignAnnotations() {}

    /** Returns a hint on how to correct such imports; empty if there are none. */
    static String hint(ConfigurableListableBeanFactory beans) {
        Set<String> found = new TreeSet<>();
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = beans.getType(name, false);
            if (type != null) {
                ReflectionUtils.doWithMethods(
                        ClassUtils.getUserClass(type),
                        method -> addForeign(method, found),
                        ReflectionUtils.USER_DECLARED_METHODS);
            }
        }
        return found.isEmpty()
                ? ""
                : ". There are methods with " + String.join(", ", found)
                        + ": import the annotation of the same name from io.mcpspring.annotation instead";
    }

    private static void addForeign(Method method, Set<String> found) {
        for (Annotation annotation : method.getDeclaredAnnotations()) {
            if (PACKAGES.contains(annotation.annotationType().getPackageName())) {
                found.add(annotation.annotationType().getName());
            }
        }
    }
}
