package io.mcpspring.method;

import io.mcpspring.UserCode;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpUrlElicitationRequiredException;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.Refusals;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

/**
 * Turns failures of invocations into results, or into errors of the protocol.
 *
 * @param resolvers those of the application
 * @param refusals learns of callers that a method has denied, and of calls for which no thread is free
 */
record Failures(SingletonSupplier<List<McpToolExceptionResolver>> resolvers, Refusals refusals) {

    private static final Log logger = LogFactory.getLog(Failures.class);

    /** Returns the result or the error for the client. */
    <I, R extends McpResult> Mono<R> of(Throwable failure, Invocable<I, R> entry, Invocation<I, R> invocation) {
        return UserCode.mono(() -> Mono.just(result(failure, entry, invocation)));
    }

    private <I, R extends McpResult> R result(Throwable failure, Invocable<I, R> entry, Invocation<I, R> invocation) {
        if (failure instanceof McpUrlElicitationRequiredException required) {
            throw required;
        }
        if (failure instanceof McpClientCapabilityException unanswered) {
            return unanswered(unanswered, entry, invocation);
        }
        if (failure instanceof BusyException busy) {
            invocation.exchange().refuse();
            refusals.report(Refusals.Reason.LIMIT, invocation.exchange().context(), busy.getMessage());
            return entry.refused(busy.getMessage());
        }
        if (failure instanceof StoppedException stopped) {
            return entry.refused(entry.describe() + " was stopped: " + stopped.getMessage() + ".");
        }
        R result = entry.failure(failure, invocation);
        if (result != null) {
            return result;
        }
        if (failure instanceof McpProtocolException error) {
            throw error;
        }
        R resolved = resolved(failure, entry, invocation);
        return resolved != null ? resolved : unexpected(failure, entry, invocation);
    }

    private static <I, R extends McpResult> R unanswered(
            McpClientCapabilityException unanswered, Invocable<I, R> entry, Invocation<I, R> invocation) {
        logger.debug(entry.describe() + " could not ask its client", unanswered);
        if (unanswered.missingCapabilityError(invocation.exchange().version()).isPresent()) {
            throw unanswered;
        }
        try {
            return entry.refused(unanswered.getMessage());
        } catch (McpProtocolException error) {
            if (!unanswered.missingFeatures().isEmpty()) {
                invocation.exchange().context().details().blameClient(error.error());
            }
            throw error;
        }
    }

    private <I, R extends McpResult> @Nullable R resolved(
            Throwable failure, Invocable<I, R> entry, Invocation<I, R> invocation) {
        return UserCode.<@Nullable R>call(
                () -> byResolvers(failure, entry, invocation),
                ofResolver -> ofResolver(ofResolver, failure, entry, invocation));
    }

    private <I, R extends McpResult> @Nullable R byResolvers(
            Throwable failure, Invocable<I, R> entry, Invocation<I, R> invocation) {
        for (McpToolExceptionResolver resolver : resolvers.obtain()) {
            CallToolResult result = resolver.resolve(failure, invocation.context());
            if (result != null) {
                if (failure instanceof VirtualMachineError) {
                    // Affects the whole process, even if the client gets another text.
                    ErrorReport.log(logger, entry.describe() + " failed", failure);
                }
                return entry.resolved(result);
            }
        }
        return null;
    }

    private static <I, R extends McpResult> R ofResolver(
            Throwable thrown, Throwable failure, Invocable<I, R> entry, Invocation<I, R> invocation) {
        if (thrown instanceof McpProtocolException error) {
            throw error;
        }
        if (thrown != failure) {
            thrown.addSuppressed(failure);
        }
        R known = entry.failure(thrown, invocation);
        return known != null ? known : unexpected(thrown, entry, invocation);
    }

    private static <I, R extends McpResult> R unexpected(
            Throwable failure, Invocable<I, R> entry, Invocation<I, R> invocation) {
        String id = ErrorReport.log(logger, entry.describe() + " failed", failure);
        invocation.exchange().reportedAs(id);
        return entry.unexpected(id);
    }
}
