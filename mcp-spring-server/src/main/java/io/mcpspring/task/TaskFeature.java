package io.mcpspring.task;

import io.mcpspring.Internal;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.TaskChanged;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.BlockingWork;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;

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
    public Map<RequestMethod, McpRequestHandler> handlers(ResultSeal seal) {
        return TaskHandler.all(tasks, access);
    }

    @Override
    public void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
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
