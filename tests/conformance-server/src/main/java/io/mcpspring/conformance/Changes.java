package io.mcpspring.conformance;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A tool and a prompt that change, and the tools that change them. Each is replaced by an equal one, so that the lists
 * of other checks do not change.
 */
@Configuration(proxyBeanMethods = false)
class Changes {

    private final McpTools tools;

    private final McpPrompts prompts;

    Changes(McpTools tools, McpPrompts prompts) {
        this.tools = tools;
        this.prompts = prompts;
    }

    @Bean
    static McpToolDefinition changingTool() {
        return McpToolDefinition.named("test_changing_tool")
                .description("Is replaced by test_trigger_tool_change")
                .call((arguments, exchange) -> "The tool after the latest change")
                .build();
    }

    @Bean
    static McpPromptDefinition changingPrompt() {
        return McpPromptDefinition.named("test_changing_prompt")
                .description("Is replaced by test_trigger_prompt_change")
                .get((arguments, exchange) -> "The prompt after the latest change")
                .build();
    }

    @McpTool(name = "test_trigger_tool_change", description = "Replaces a tool and notifies the clients")
    String changeTool() {
        tools.update(changes -> changes.replace(changingTool()));
        return "Replaced test_changing_tool";
    }

    @McpTool(name = "test_trigger_prompt_change", description = "Replaces a prompt and notifies the clients")
    String changePrompt() {
        prompts.update(changes -> changes.replace(changingPrompt()));
        return "Replaced test_changing_prompt";
    }
}
