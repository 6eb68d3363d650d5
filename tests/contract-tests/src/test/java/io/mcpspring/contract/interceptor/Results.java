package io.mcpspring.contract.interceptor;

import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.CompleteResult;
import io.mcpspring.protocol.Completion;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.protocol.TextContent;
import java.util.List;

/** Results that contain one text. */
final class Results {

    private Results() {}

    static McpResult of(McpInvocation.Kind kind, String text) {
        return switch (kind) {
            case TOOL -> CallToolResult.of(Content.text(text));
            case PROMPT -> GetPromptResult.of(PromptMessage.user(text));
            case RESOURCE ->
                new ReadResourceResult(List.of(new ResourceContents.Text("echo://", "text/plain", text, null)), null);
            case COMPLETION -> new CompleteResult(Completion.of(List.of(text)));
        };
    }

    static McpResult appended(McpResult result, String text) {
        if (result instanceof CallToolResult tool) {
            String appended = ((TextContent) tool.content().get(0)).text() + text;
            return tool.isError() ? CallToolResult.error(appended) : of(McpInvocation.Kind.TOOL, appended);
        }
        if (result instanceof GetPromptResult prompt) {
            TextContent content = (TextContent) prompt.messages().get(0).content();
            return of(McpInvocation.Kind.PROMPT, content.text() + text);
        }
        if (result instanceof ReadResourceResult resource) {
            ResourceContents.Text contents =
                    (ResourceContents.Text) resource.contents().get(0);
            return of(McpInvocation.Kind.RESOURCE, contents.text() + text);
        }
        List<String> values = ((CompleteResult) result).completion().values();
        return values.isEmpty() ? result : of(McpInvocation.Kind.COMPLETION, values.get(0) + text);
    }
}
