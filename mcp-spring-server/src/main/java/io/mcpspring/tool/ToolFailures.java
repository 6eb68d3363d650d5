package io.mcpspring.tool;

import io.mcpspring.content.TooLargeException;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.validation.InvalidArgumentsException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Maps failures of a tool that the model can act on to error results. */
final class ToolFailures {

    private static final Log logger = LogFactory.getLog(ToolFailures.class);

    private ToolFailures() {}

    /**
     * @return the result; {@code null} if the failure is not specific to tools
     * @throws McpProtocolException if the failure is an error of the protocol in this revision
     */
    static @Nullable CallToolResult result(Throwable failure, RegisteredTool tool, Exchange exchange) {
        if (failure instanceof McpProtocolException refused) {
            return protocolError(refused, tool);
        }
        if (failure instanceof InvalidArgumentsException invalid) {
            return invalidArguments(invalid, tool, exchange);
        }
        if (failure instanceof TooLargeException large) {
            return CallToolResult.error(String.valueOf(large.getMessage()));
        }
        if (failure instanceof McpToolException exception) {
            return toolError(exception, tool);
        }
        return failure instanceof NonConformingResultException ? unexpected(failure, tool) : null;
    }

    // Reserved codes are for the server alone; if the application throws one, that is an unexpected failure.
    private static CallToolResult protocolError(McpProtocolException failure, RegisteredTool tool) {
        if (failure.isReserved()) {
            return unexpected(failure, tool);
        }
        throw failure;
    }

    private static CallToolResult toolError(McpToolException failure, RegisteredTool tool) {
        logger.debug(tool.describe() + " failed", failure);
        return new CallToolResult(failure.content(), null, true, null);
    }

    private static CallToolResult invalidArguments(
            InvalidArgumentsException invalid, RegisteredTool tool, Exchange exchange) {
        logger.debug(tool.describe() + " was called with invalid arguments: " + invalid.problems());
        String text = "Invalid arguments for tool '" + tool.key() + "':\n" + invalid.getMessage();
        if (!exchange.version().hasArgumentErrorsAsResults()) {
            throw McpProtocolException.invalidParams(text);
        }
        return CallToolResult.error(text);
    }

    private static CallToolResult unexpected(Throwable failure, RegisteredTool tool) {
        return tool.unexpected(ErrorReport.log(logger, tool.describe() + " failed", failure));
    }
}
