package io.mcpspring.lifecycle;

import io.mcpspring.McpConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Analyzes a {@link McpConfigurationException}: describes the mistake and how to correct it. */
final class McpConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<McpConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, McpConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.cure(), cause);
    }
}
