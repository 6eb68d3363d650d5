package io.mcpspring.controller;

import io.mcpspring.Internal;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Lets native images dispatch requests. */
@Internal
public final class ControllerHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        Stream.of(ControllerTool.Dispatch.class, ControllerTool.ReactiveDispatch.class)
                .forEach(type -> hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS));
        // What is made by Stub.
        Stream.of(
                        "jakarta.servlet.http.HttpServletRequest",
                        "jakarta.servlet.http.HttpServletResponse",
                        "jakarta.servlet.http.HttpServletMapping",
                        "jakarta.servlet.ServletConfig",
                        "jakarta.servlet.AsyncContext")
                .forEach(type -> hints.proxies().registerJdkProxy(TypeReference.of(type)));
    }
}
