package io.mcpspring.lifecycle;

import io.mcpspring.method.McpMethodException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Analyzes a {@link McpMethodException}: describes the method that cannot be offered and how to correct it. */
final class McpMethodFailureAnalyzer extends AbstractFailureAnalyzer<McpMethodException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, McpMethodException cause) {
        String description = "Method '%s' of bean class '%s' cannot be offered to MCP clients.%n%n%s"
                .formatted(cause.method(), cause.className(), cause.reason());
        return new FailureAnalysis(description, cause.cure(), cause);
    }
}
