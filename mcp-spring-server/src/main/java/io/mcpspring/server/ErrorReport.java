package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpUrlElicitationRequiredException;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.commons.logging.Log;
import org.springframework.core.NestedExceptionUtils;

/**
 * Turns failures into errors for clients. An unexpected failure is logged with an id, and the client gets only this id.
 */
@Internal
public final class ErrorReport {

    private ErrorReport() {}

    /** Returns the error that a client of this revision gets for a failure. An unexpected failure is logged. */
    public static JsonRpcError error(Log logger, String description, Throwable failure, ProtocolVersion version) {
        if (failure instanceof McpProtocolException refused) {
            return refused.error();
        }
        if (failure instanceof McpUrlElicitationRequiredException required) {
            return required.error(version);
        }
        if (failure instanceof McpClientCapabilityException unanswered) {
            return unanswered.error(version);
        }
        return internalError(logger, description, failure);
    }

    /** Returns the error for an unexpected failure: -32603 with the id of the ERROR line that this method writes. */
    public static JsonRpcError internalError(Log logger, String description, Throwable failure) {
        return new JsonRpcError(
                JsonRpcError.INTERNAL_ERROR, "Internal error, reported as " + log(logger, description, failure));
    }

    /**
     * Writes one ERROR line with the stack trace; never throws.
     *
     * @return the id for the client
     */
    public static String log(Log logger, String description, Throwable failure) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        String line = description + " [error id " + id + "]";
        // Logging a failure runs code of its class.
        UserCode.run(
                () -> logger.error(line + hint(NestedExceptionUtils.getMostSpecificCause(failure)), failure),
                unprintable -> logger.error(line + ": " + failure.getClass().getName()
                        + ", which cannot be printed because of "
                        + unprintable.getClass().getName()));
        return id;
    }

    /** Returns how to correct the usual mistakes with entities as results. */
    private static String hint(Throwable cause) {
        boolean lazy = cause.getClass().getSimpleName().equals("LazyInitializationException");
        boolean endless =
                String.valueOf(cause.getMessage()).matches("(?s)(Document nesting depth|Direct self-reference).*");
        String entity = " Return a record that is made within the transaction instead of the entity";
        return lazy
                ? ": A lazy relation was read after its transaction had ended." + entity
                : endless ? ": The result is nested too deeply; it may contain itself." + entity : "";
    }

    /** Runs an action whose failure must not affect its caller: what it throws is logged. */
    public static void attempt(Log logger, String description, Runnable action) {
        UserCode.run(action, failure -> log(logger, description, failure));
    }

    /**
     * Logs an error of the virtual machine that occurred after its request was answered or cancelled. Other failures
     * are expected then, for instance those of an interrupt, and are ignored.
     */
    public static void logLate(Log logger, String description, Throwable failure) {
        if (failure instanceof VirtualMachineError) {
            log(logger, description + " after its end", failure);
        }
    }
}
