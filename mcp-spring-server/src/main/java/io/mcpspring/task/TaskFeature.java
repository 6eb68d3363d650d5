package io.mcpspring.task;

import io.mcpspring.BlockingWork;
import io.mcpspring.Internal;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.TaskChanged;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.InputRounds;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import io.mcpspring.server.RequiredMembers;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves the requests of clients about tasks.
 *
 * @param supported whether calls can become tasks at present
 * @param access admits the caller of a request to the tasks of a tool, or fails: by {@link Tasks#unknown()} if the tool
 *     is hidden
 */
@Internal
public record TaskFeature(Tasks tasks, BooleanSupplier supported, BiFunction<String, Exchange, Mono<Void>> access)
        implements Feature {

    @Override
    public boolean isOffered() {
        return supported.getAsBoolean() || tasks.mayExist();
    }

    @Override
    public Map<RequestMethod, McpRequestHandler> handlers(RequiredMembers required) {
        return Map.of(
                RequestMethod.GET_TASK,
                handler((task, params) -> task.forClients()),
                RequestMethod.UPDATE_TASK,
                handler((task, params) -> {
                    tasks.answer(task, InputRounds.responses(params.path("inputResponses")));
                    return new EmptyResult();
                }),
                RequestMethod.CANCEL_TASK,
                handler((task, params) -> {
                    tasks.cancel(task);
                    return new EmptyResult();
                }));
    }

    private McpRequestHandler handler(BiFunction<McpTask, ObjectNode, McpResult> action) {
        return (params, exchange) -> {
            Tasks.requireFrom(exchange);
            String id = RequestParams.text(params, "taskId");
            // A store may block.
            return BlockingWork.of(
                            Mono.fromSupplier(() -> tasks.find(id, exchange).orElseThrow(Tasks::unknown)))
                    .flatMap(task -> access.apply(task.tool(), exchange)
                            .then(Mono.fromSupplier(() -> action.apply(task, params))));
        };
    }

    @Override
    public void addCapabilities(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        if (version.hasTasks()) {
            capabilities.extension(Tasks.EXTENSION);
        }
    }

    @Override
    public Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
        if (!(event instanceof TaskChanged changed)) {
            return Mono.just(false);
        }
        Tasks.requireFrom(exchange);
        return BlockingWork.of(Mono.fromSupplier(() -> tasks.find(changed.taskId(), exchange)))
                .flatMap(found -> found.map(task -> Feature.isAdmitted(access.apply(task.tool(), exchange)))
                        .orElse(Mono.just(false)));
    }
}
