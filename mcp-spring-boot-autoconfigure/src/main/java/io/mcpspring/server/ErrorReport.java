package io.mcpspring.server;

import io.mcpspring.protocol.JsonRpcError;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.commons.logging.Log;

/** Logs an unexpected failure under an id, which is all that clients see of it. */
public final class ErrorReport {

    private ErrorReport() {}

    /** The error that stands for a failure outside the tools: -32603 with the id of the ERROR line that it writes. */
    public static JsonRpcError internalError(Log logger, String what, Throwable failure) {
        return new JsonRpcError(
                JsonRpcError.INTERNAL_ERROR, "Internal error, reported as " + log(logger, what, failure));
    }

    /**
     * Writes one ERROR line with the stack trace; never throws.
     *
     * @return the id to tell the client
     */
    public static String log(Log logger, String what, Throwable failure) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        String line = what + " [error id " + id + "]";
        try {
            logger.error(line, failure);
        }
        // Printing a failure runs the code of its class.
        catch (Throwable unprintable) {
            logger.error(line + ": " + failure.getClass().getName() + ", which cannot be printed because of "
                    + unprintable.getClass().getName());
        }
        return id;
    }

    /**
     * Writes an ERROR line for an error of the virtual machine that came when its request had already been answered or
     * cancelled. Other failures are expected then, such as those of an interrupt.
     */
    public static void logLate(Log logger, String what, Throwable failure) {
        if (failure instanceof VirtualMachineError) {
            log(logger, what + " after its end", failure);
        }
    }
}
