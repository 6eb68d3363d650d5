package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.content.TooLargeException;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpUrlElicitationRequiredException;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.Refusals;
import java.time.Duration;
import java.util.Optional;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request for an entry.
 *
 * @param <I> the input that a request has for the entry
 * @param <R> the result of the entry
 * @param name the name by which the client invokes the entry
 */
@Internal
public record Invocation<I, R extends McpResult>(
        Invocable<I, R> entry, String name, I input, Exchange exchange, Invocations invocations)
        implements McpInvocation {

    private static final Log logger = LogFactory.getLog(Invocation.class);

    /** Returns an invocation with what the library needs of it. */
    static Invocation<?, ?> of(McpInvocation invocation) {
        return (Invocation<?, ?>) invocation;
    }

    /** Returns the kind and the name of the entry, for messages. */
    public String describe() {
        return entry.describe();
    }

    /** Does not contain the arguments, which may be secret. */
    @Override
    public String toString() {
        return describe();
    }

    @Override
    public Kind kind() {
        return entry.kind();
    }

    @Override
    public <T> Optional<T> definition(Class<T> type) {
        return Optional.ofNullable(entry.definition()).filter(type::isInstance).map(type::cast);
    }

    @Override
    public ReactiveMcpExchange context() {
        return exchange.reactive();
    }

    @Override
    public ObjectNode arguments() {
        return entry.arguments(input);
    }

    @Override
    public McpInvocation withArguments(ObjectNode arguments) {
        return new Invocation<>(entry, name, entry.input(arguments, input), exchange, invocations);
    }

    /**
     * Returns the time limit, zero for none.
     *
     * @param otherwise the default limit
     */
    public Duration timeout(Duration otherwise) {
        Duration own = entry.timeout();
        if (own != null) {
            return own;
        }
        // A task is limited by its time to live instead.
        return exchange.isDetached() ? Duration.ZERO : otherwise;
    }

    /** Returns the answer to an invocation that is refused because of a limit. */
    public Mono<McpResult> refused(String text) {
        exchange.markRefused();
        return Mono.fromSupplier(() -> entry.refused(text));
    }

    boolean isAccepted() {
        return entry.isAccepted(input);
    }

    Mono<R> run() {
        return entry.run(this);
    }

    /** Completes and checks a result of the method, of an interceptor or of a resolver. */
    @SuppressWarnings("unchecked")
    McpResult checked(McpResult result) {
        return entry.checked(UserCode.call(() -> entry.completed((R) result, this), this::resultOf));
    }

    R result(@Nullable Object value) throws Exception {
        // A value is not sent if the method went on although it had to wait for an answer.
        Assert.state(!exchange.endsWithQuestion(), "The method returned a value before the client had answered");
        return entry.result(value, this);
    }

    /** Reports that the method has denied its caller, and answers as if the entry did not exist. */
    Mono<R> denied() {
        String message = "Method security denied this call of " + kind() + " '" + name + "'";
        invocations.refusals().report(Refusals.Reason.ACCESS, exchange.context(), message);
        return Mono.error(entry.unknown(this));
    }

    /**
     * Returns the result or the error for a failure. A request that ends with a question keeps its failure; that of a
     * request that is over, such as one that could not ask any more, has no effect.
     */
    public Mono<R> failed(Throwable failure) {
        if (exchange.isOver()) {
            ErrorReport.logLate(logger, describe() + " failed", failure);
            return Mono.never();
        }
        return exchange.endsWithQuestion()
                ? Mono.error(failure)
                : UserCode.call(() -> Mono.just(resultOf(failure)), Mono::error);
    }

    private R resultOf(Throwable failure) {
        if (failure instanceof McpUrlElicitationRequiredException required) {
            throw required;
        }
        if (failure instanceof McpClientCapabilityException unanswered) {
            return unanswered(unanswered);
        }
        if (failure instanceof BusyException) {
            return refused(Refusals.Reason.LIMIT, BusyException.TEXT, BusyException.TEXT);
        }
        if (failure instanceof StoppedException stopped) {
            return entry.refused(stopped.text(describe()));
        }
        if (failure instanceof TooLargeException large) {
            return entry.refused(String.valueOf(large.getMessage()));
        }
        R result = entry.failure(failure, this);
        if (result != null) {
            return result;
        }
        if (failure instanceof McpProtocolException error) {
            throw error;
        }
        R resolved = UserCode.<@Nullable R>call(() -> byResolvers(failure), thrown -> resolverFailed(thrown, failure));
        return resolved != null ? resolved : withoutResolver(failure);
    }

    private R withoutResolver(Throwable failure) {
        R known = entry.fallback(failure, this);
        if (known != null) {
            return known;
        }
        if (!Denials.contain(failure)) {
            return unexpected(failure);
        }
        return refused(Refusals.Reason.ACCESS, "The code of " + describe() + " denied access", Denials.TEXT);
    }

    private R refused(Refusals.Reason reason, String message, String text) {
        exchange.markRefused();
        invocations.refusals().report(reason, exchange.context(), message);
        return entry.refused(text);
    }

    private R unanswered(McpClientCapabilityException unanswered) {
        logger.debug(describe() + " could not ask its client", unanswered);
        if (unanswered.error(exchange.version()).code() == JsonRpcError.MISSING_CLIENT_CAPABILITY) {
            throw unanswered;
        }
        try {
            return entry.refused(unanswered.getMessage());
        } catch (McpProtocolException error) {
            if (!unanswered.missingFeatures().isEmpty()) {
                exchange.context().details().blameClient(error.error());
            }
            throw error;
        }
    }

    private @Nullable R byResolvers(Throwable failure) {
        for (McpToolExceptionResolver resolver : invocations.resolvers().obtain()) {
            CallToolResult result = resolver.resolve(failure, context());
            if (result != null) {
                if (failure instanceof VirtualMachineError) {
                    // Affects the whole process, even if the client gets another text.
                    ErrorReport.log(logger, describe() + " failed", failure);
                }
                return entry.ofResolver(result);
            }
        }
        return null;
    }

    private R resolverFailed(Throwable thrown, Throwable failure) {
        if (thrown instanceof McpProtocolException error) {
            throw error;
        }
        if (thrown != failure) {
            thrown.addSuppressed(failure);
        }
        R known = entry.failure(thrown, this);
        return known != null ? known : withoutResolver(thrown);
    }

    /** Logs a failure that the client must not see, and returns what the client gets instead. */
    public R unexpected(Throwable failure) {
        String id = ErrorReport.log(logger, describe() + " failed", failure);
        exchange.reportedAs(id);
        return entry.unexpected(id);
    }
}
