package io.mcpspring.controller;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;

/** The types of bodies, around which handler methods have others. */
final class BodyType {

    private static final String DEFERRED = "org.springframework.web.context.request.async.DeferredResult";

    /** Types by which Spring MVC gets a body later. */
    private static final Set<String> LATER =
            Set.of(Callable.class.getName(), DEFERRED, "org.springframework.web.context.request.async.WebAsyncTask");

    private BodyType() {}

    static boolean isLater(Class<?> type) {
        return LATER.contains(type.getName());
    }

    /** Whether the work for a body may go on although the request for it is cancelled. */
    static boolean isUnstoppable(Class<?> type) {
        return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null
                || type.getName().equals(DEFERRED);
    }

    /** Returns the type of the body that a parameter or a return type stands for; that of several values is a list. */
    static ResolvableType of(MethodParameter declared) {
        return of(ResolvableType.forMethodParameter(declared));
    }

    private static ResolvableType of(ResolvableType type) {
        Class<?> raw = type.toClass();
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw);
        if (adapter != null && adapter.isMultiValue()) {
            return ResolvableType.forClassWithGenerics(List.class, type.getGeneric());
        }
        boolean wrapper =
                adapter != null || HttpEntity.class.isAssignableFrom(raw) || raw == Optional.class || isLater(raw);
        return wrapper ? of(type.getGeneric()) : type;
    }
}
