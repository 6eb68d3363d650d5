package io.mcpspring.task;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Decides who may follow tasks: the user to whom they belong, as long as that user may use their tool. */
@Internal
public interface TaskAccess {

    /**
     * Completes if the caller of a request may use a tool.
     *
     * @param unknown creates the error for a task that does not exist
     */
    Mono<Void> admit(String tool, Exchange exchange, Supplier<McpProtocolException> unknown);
}
