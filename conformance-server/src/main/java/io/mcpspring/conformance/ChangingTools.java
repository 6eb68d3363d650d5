package io.mcpspring.conformance;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A tool that changes, and the one that changes it. */
@Configuration(proxyBeanMethods = false)
class ChangingTools {

    private final McpTools tools;

    ChangingTools(McpTools tools) {
        this.tools = tools;
    }

    @Bean
    static McpToolDefinition changing() {
        return McpToolDefinition.named("test_changing_tool")
                .description("Is replaced by test_trigger_tool_change")
                .call((arguments, exchange) -> "The tool after the latest change")
                .build();
    }

    /** The list stays what it was, for the sake of other checks: one tool makes way for its like. */
    @McpTool(name = "test_trigger_tool_change", description = "Replaces a tool, which clients are told")
    String change() {
        tools.update(changes -> changes.replace(changing()));
        return "Replaced test_changing_tool";
    }
}
