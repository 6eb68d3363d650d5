package io.mcpspring.controller;

import java.lang.reflect.Proxy;
import java.util.Map;

/** Makes requests and responses of which nothing is known: what their wrappers do not override is absent. */
final class Unsupported {

    private static final Map<Class<?>, Object> NOTHING = Map.of(boolean.class, false, int.class, -1, long.class, -1L);

    private Unsupported() {}

    static <T> T instance(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> NOTHING.get(method.getReturnType())));
    }
}
