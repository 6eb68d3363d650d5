package io.mcpspring.server;

import io.mcpspring.protocol.JsonRpcError;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.commons.logging.Log;

/** Logs an unexpected failure under an id, which is all that clients see of it. */
public final class ErrorReport {

    private ErrorReport() {
    }

    /** The error that stands for a failure outside the tools: -32603 with the id of the ERROR line that it writes. */
    public static JsonRpcError internalError(Log logger, String what, Throwable failure) {
        return new JsonRpcError(JsonRpcError.INTERNAL_ERROR,
                "Internal error, reported as " + log(logger, what, failure));
    }

    /**
     * Writes one ERROR line with the stack trace.
     *
     * @return the id to tell the client
     */
    public static String log(Log logger, String what, Throwable failure) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        logger.error(what + " [error id " + id + "]", failure);
        return id;
    }
}
