package io.mcpspring.method;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.springframework.core.KotlinDetector;

/**
 * Stops the start of the application: a method that cannot be offered to MCP clients, with the reason and the cure. If
 * there are several, the others are suppressed exceptions.
 */
public final class McpMethodException extends RuntimeException {

    private final transient String className;
    private final transient String method;
    private final transient String reason;
    private final transient String cure;

    /**
     * Creates a failure for a method.
     *
     * @param beanClass the class of the bean
     * @param method the method
     * @param reason a sentence about the method, such as {@code It is private.}
     * @param cure what the author of the method can do, as a sentence
     */
    public McpMethodException(Class<?> beanClass, Method method, String reason, String cure) {
        super("Method '%s' of %s cannot be offered to MCP clients. %s %s"
                .formatted(signature(method), name(beanClass, method), reason, cure));
        this.className = name(beanClass, method);
        this.method = signature(method);
        this.reason = reason;
        this.cure = cure;
    }

    /** Returns the name of a class, of a proxy's interface, or of the class around a lambda expression. */
    static String name(Class<?> beanClass, Method method) {
        String name = (Proxy.isProxyClass(beanClass) ? method.getDeclaringClass() : beanClass).getName();
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda);
    }

    static String signature(Method method) {
        int continuation = KotlinDetector.isSuspendingFunction(method) ? 1 : 0;
        return Arrays.stream(method.getParameterTypes())
                .limit(method.getParameterCount() - continuation)
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", method.getName() + "(", ")"));
    }

    /**
     * {@return the name of the user's class; for a proxy without one, that of the interface, and for a lambda, that of
     * the class around it}
     */
    public String className() {
        return className;
    }

    /** {@return the name and parameter types of the method, such as {@code find(String)}} */
    public String method() {
        return method;
    }

    /** {@return the reason, as a sentence about the method} */
    public String reason() {
        return reason;
    }

    /** {@return what the author of the method can do, as a sentence} */
    public String cure() {
        return cure;
    }
}
