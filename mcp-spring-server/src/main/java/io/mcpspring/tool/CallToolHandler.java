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
final class CallToolHandler implements McpRequestHandler<CallToolHandler.Params> {

    record Params(String name, ObjectNode arguments) {}

    private final Registry<?, RegisteredTool> tools;

    private final Invocations invocations;

    private final Tasks tasks;

    CallToolHandler(Registry<?, RegisteredTool> tools, Invocations invocations, Tasks tasks) {
        this.tools = tools;
        this.tasks = tasks;
        this.invocations = invocations;
    }

    @Override
    public Params params(ObjectNode params) {
        return new Params(RequestParams.text(params, "name"), RequestParams.optionalObject(params, "arguments"));
    }

    @Override
    public Mono<? extends McpResult> handle(Params params, Exchange exchange) {
        return tools.admit(tools.find(params.name()), exchange, () -> RegisteredTool.unknown(params.name()))
                .flatMap(tool -> use(tool, params, exchange));
    }

    private Mono<? extends McpResult> use(RegisteredTool tool, Params params, Exchange exchange) {
        tool.headers().verify(exchange.context().headers(), params.arguments());
        if (tool.task() == TaskSupport.REQUIRED && exchange.version().hasTasks()) {
            Tasks.requireFrom(exchange);
        }
        return tool.task() != TaskSupport.FORBIDDEN && Tasks.isKnownTo(exchange)
                ? tasks.run(exchange, detached -> exchange.context().memory().holdDuring(call(tool, params, detached)))
                : call(tool, params, exchange);
    }

    private Mono<CallToolResult> call(RegisteredTool tool, Params params, Exchange exchange) {
        return invocations
                .invoke(tool, tool.key(), params.arguments(), exchange)
                .map(result -> ToolProjection.of(result, tool, exchange.version()));
    }
}
