package io.mcpspring.task;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import java.util.LinkedHashMap;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tasks/get}, {@code tasks/update} and {@code tasks/cancel}, in the modern era. */
final class TaskHandler implements McpRequestHandler {

    /** The action on a task. */
    private interface Action {

        McpResult apply(McpTask task, ObjectNode params);
    }

    private final Tasks tasks;

    private final Action action;

    private final TaskAccess access;

    private TaskHandler(Tasks tasks, TaskAccess access, Action action) {
        this.tasks = tasks;
        this.access = access;
        this.action = action;
    }

    static TaskHandler get(Tasks tasks, TaskAccess access) {
        return new TaskHandler(tasks, access, (task, params) -> Tasks.toResult(task));
    }

    static TaskHandler update(Tasks tasks, TaskAccess access) {
        return new TaskHandler(tasks, access, (task, params) -> {
            tasks.answer(task, responses(params.path("inputResponses")));
            return new EmptyResult();
        });
    }

    static TaskHandler cancel(Tasks tasks, TaskAccess access) {
        return new TaskHandler(tasks, access, (task, params) -> {
            tasks.cancel(task);
            return new EmptyResult();
        });
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
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        Tasks.requireFrom(exchange);
        String id = RequestParams.text(params, "taskId");
        // A store may block.
        return Mono.fromSupplier(() -> tasks.find(id, exchange).orElseThrow(Tasks::unknown))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(task -> access.admit(task.tool(), exchange, Tasks::unknown)
                        .then(Mono.fromSupplier(() -> action.apply(task, params))));
    }
}
