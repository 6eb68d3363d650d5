package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.entry.Registry;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.Invocations;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import io.mcpspring.task.Tasks;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code tools/call}. */
final class CallToolHandler implements McpRequestHandler {

    private final Registry<?, RegisteredTool> tools;

    private final Invocations invocations;

    private final Tasks tasks;

    CallToolHandler(Registry<?, RegisteredTool> tools, Invocations invocations, Tasks tasks) {
        this.tools = tools;
        this.tasks = tasks;
        this.invocations = invocations;
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        String name = RequestParams.text(params, "name");
        ObjectNode arguments = RequestParams.optionalObject(params, "arguments");
        return tools.admit(tools.find(name), exchange, () -> RegisteredTool.unknown(name))
                .flatMap(tool -> use(tool, arguments, exchange));
    }

    private Mono<? extends McpResult> use(RegisteredTool tool, ObjectNode arguments, Exchange exchange) {
        tool.headers().verify(exchange.context().headers(), arguments);
        if (tool.task() == TaskSupport.REQUIRED && exchange.version().hasTasks()) {
            Tasks.requireFrom(exchange);
        }
        return tool.task() != TaskSupport.FORBIDDEN && Tasks.isKnownTo(exchange)
                ? tasks.run(
                        exchange, detached -> exchange.context().memory().holdDuring(call(tool, arguments, detached)))
                : call(tool, arguments, exchange);
    }

    private Mono<CallToolResult> call(RegisteredTool tool, ObjectNode arguments, Exchange exchange) {
        return invocations
                .invoke(tool, tool.key(), arguments, exchange)
                .map(result -> ToolProjection.of(result, tool, exchange.version()));
    }
}
