package io.mcpspring.controller;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object of the servlet API that the application calls, although there is no container. */
interface Stub {

    Map<Class<?>, Object> NOTHING = Map.of(boolean.class, false, int.class, -1, long.class, -1L);

    /**
     * Returns the result of a method; {@code null} for none, also for primitive types.
     *
     * @param method the name of the method
     * @param arguments its arguments
     */
    @Nullable
    Object call(String method, Object[] arguments) throws Exception;

    /** Returns an object of which the methods return values by their names. */
    static <T> T of(Class<T> type, Map<String, ?> values) {
        return ((Stub) (method, arguments) -> values.get(method)).as(type);
    }

    default <T> T as(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> switch (method.getName()) {
                    case "equals" -> proxy == given[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> type.getSimpleName();
                    default -> {
                        Object result = call(method.getName(), given == null ? new Object[0] : given);
                        yield result == null ? NOTHING.get(method.getReturnType()) : result;
                    }
                }));
    }
}
