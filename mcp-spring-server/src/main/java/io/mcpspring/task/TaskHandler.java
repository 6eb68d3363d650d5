package io.mcpspring.task;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.InputRounds;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import java.util.Map;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.node.ObjectNode;

/** {@code tasks/get}, {@code tasks/update} and {@code tasks/cancel}, in the modern era. */
record TaskHandler(
        Tasks tasks, BiFunction<String, Exchange, Mono<Void>> access, BiFunction<McpTask, ObjectNode, McpResult> action)
        implements McpRequestHandler {

    static Map<RequestMethod, McpRequestHandler> all(Tasks tasks, BiFunction<String, Exchange, Mono<Void>> access) {
        return Map.of(
                RequestMethod.GET_TASK,
                new TaskHandler(tasks, access, (task, params) -> Tasks.toResult(task)),
                RequestMethod.UPDATE_TASK,
                new TaskHandler(tasks, access, (task, params) -> {
                    tasks.answer(task, InputRounds.responses(params.path("inputResponses")));
                    return new EmptyResult();
                }),
                RequestMethod.CANCEL_TASK,
                new TaskHandler(tasks, access, (task, params) -> {
                    tasks.cancel(task);
                    return new EmptyResult();
                }));
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        Tasks.requireFrom(exchange);
        String id = RequestParams.text(params, "taskId");
        // A store may block.
        return Mono.fromSupplier(() -> tasks.find(id, exchange).orElseThrow(Tasks::unknown))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(task ->
                        access.apply(task.tool(), exchange).then(Mono.fromSupplier(() -> action.apply(task, params))));
    }
}
