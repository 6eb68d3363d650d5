package io.mcpspring.springai;

import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpSyncServer;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

/** Explains by what an injected server of the SDK is replaced, before Spring Boot explains that it does not exist. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingServerFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final Set<Class<?>> SERVERS = Set.of(McpSyncServer.class, McpAsyncServer.class);

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        ResolvableType type = cause.getResolvableType();
        Class<?> missing = type == null ? null : type.resolve();
        if (missing == null || !SERVERS.contains(missing)) {
            return null;
        }
        return new FailureAnalysis(
                "A bean depends on " + missing.getName() + ", the server of Spring AI, which does not exist here.",
                "Inject McpTools, McpPrompts or McpResources of io.mcpspring to change entries at run time.",
                cause);
    }
}
