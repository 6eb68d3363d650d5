package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BeanMethodInvoker;
import io.mcpspring.method.BusyException;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool that is ready to be called: everything that can be known before the first call is known.
 *
 * @param definition what clients of the newest revision see
 * @param rendered the definition as each revision knows it, written beforehand
 * @param method the method behind it
 * @param headers the arguments that headers repeat
 * @param parameters fills the method's parameters
 * @param invoker invokes the method in its style
 * @param results maps what it returns
 * @param failures maps what it throws
 * @param timeout its own time limit; {@code null} for that of the server
 * @param task whether a call may become a task
 */
record RegisteredTool(
        Tool definition,
        Map<ProtocolVersion, JsonValue> rendered,
        BeanMethod method,
        HeaderParameters headers,
        ToolParameters parameters,
        BeanMethodInvoker invoker,
        ResultMapper results,
        ToolFailures failures,
        @Nullable Duration timeout,
        TaskSupport task)
        implements Registry.Entry {

    @Override
    public String key() {
        return name();
    }

    String name() {
        return this.definition.name();
    }

    /**
     * The result of one call; an error only for what is to be a JSON-RPC error, or if the client has to answer first.
     */
    Mono<CallToolResult> call(ObjectNode arguments, Exchange exchange) {
        Mono<Object> run = offEventLoop(
                arguments,
                exchange,
                invoker.invoke(bean -> parameters.fill(arguments, exchange, bean), exchange::progress));
        // The result of a run that ends with a question is not sent, so it cannot be wrong.
        return invoker.convert(
                        exchange.untilAnswered(run),
                        results::isSlow,
                        value -> exchange.endsWithQuestion() ? CallToolResult.of() : results.map(value))
                .onErrorResume(failure ->
                        exchange.endsWithQuestion() ? Mono.error(failure) : failures.answer(failure, this, exchange));
    }

    /** To validate and bind what is large takes more time than an event loop has for one call. */
    private Mono<Object> offEventLoop(ObjectNode arguments, Exchange exchange, Mono<Object> run) {
        return !invoker.isAsync()
                ? run
                : Mono.defer(() -> JsonLimits.isLarge(arguments) || exchange.hasLargeAnswers()
                        ? run.subscribeOn(Schedulers.boundedElastic())
                                .onErrorMap(RejectedExecutionException.class, BusyException::new)
                        : run);
    }
}
