package io.mcpspring.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows what is wrong with the configuration of the server, and what to do about it. */
final class McpConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<McpConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, McpConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.cure(), cause);
    }
}
