package io.mcpspring.task;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tasks/get}, {@code tasks/update} and {@code tasks/cancel}, in the modern era. */
final class TaskHandler implements McpRequestHandler<ObjectNode> {

    /** The action on a task. */
    private interface Action {

        McpResult apply(McpTask task, ObjectNode params);
    }

    private final String method;

    private final Tasks tasks;

    private final BooleanSupplier offered;

    private final Action action;

    private TaskHandler(String method, Tasks tasks, BooleanSupplier offered, Action action) {
        this.method = method;
        this.tasks = tasks;
        this.offered = offered;
        this.action = action;
    }

    /**
     * Returns the three handlers.
     *
     * @param offered whether calls can become tasks at present
     */
    static List<TaskHandler> all(Tasks tasks, BooleanSupplier offered) {
        return List.of(
                new TaskHandler("tasks/get", tasks, offered, (task, params) -> Tasks.shown(task)),
                new TaskHandler("tasks/update", tasks, offered, (task, params) -> {
                    tasks.answer(task, responses(params.path("inputResponses")));
                    return new EmptyResult();
                }),
                new TaskHandler("tasks/cancel", tasks, offered, (task, params) -> {
                    tasks.cancel(task);
                    return new EmptyResult();
                }));
    }

    private static Map<String, JsonNode> responses(JsonNode json) {
        if (!json.isObject() || !json.valueStream().allMatch(JsonNode::isObject)) {
            throw McpProtocolException.invalidParams("'inputResponses' must be an object of objects");
        }
        Map<String, JsonNode> responses = new LinkedHashMap<>();
        json.forEachEntry(responses::put);
        return responses;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public boolean isOffered() {
        return offered.getAsBoolean();
    }

    @Override
    public ObjectNode params(ObjectNode params) {
        return params;
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        Tasks.requireFrom(exchange);
        String id = RequestParams.text(params, "taskId");
        // A store may block.
        return Mono.fromSupplier(() -> action.apply(tasks.find(id, exchange), params))
                .subscribeOn(Schedulers.boundedElastic());
    }
}
