package io.mcpspring.tool;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.exchange.McpUrlElicitationRequiredException;
import io.mcpspring.method.BusyException;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.method.TooManyElementsException;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.validation.Problem;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Says what becomes of an exception: a text for the model, a JSON-RPC error, or a neutral text with an error id. */
final class ToolFailures {

    private static final Log logger = LogFactory.getLog(ToolFailures.class);

    private final List<McpToolExceptionResolver> resolvers;

    ToolFailures(List<McpToolExceptionResolver> resolvers) {
        this.resolvers = List.copyOf(resolvers);
    }

    Mono<CallToolResult> answer(Throwable failure, RegisteredTool tool, Exchange exchange) {
        try {
            return Mono.just(result(failure, tool, exchange));
        } catch (Throwable refusedOrFailed) {
            return Mono.error(refusedOrFailed);
        }
    }

    /** @throws McpProtocolException if the failure is one, or what became of it in this revision */
    private CallToolResult result(Throwable failure, RegisteredTool tool, Exchange exchange) {
        if (failure instanceof McpProtocolException refused && !refused.isReserved()) {
            throw refused;
        }
        List<Problem> problems = failure instanceof InvalidArgumentsException invalid
                ? invalid.problems()
                : tool.parameters().constraints().problems(failure);
        if (!problems.isEmpty()) {
            return refused(new InvalidArgumentsException(problems), tool.name(), exchange.version());
        }
        if (failure instanceof McpToolException told) {
            logger.debug("Tool '" + tool.name() + "' failed", told);
            return new CallToolResult(told.content(), null, true, null);
        }
        if (failure instanceof McpUrlElicitationRequiredException required) {
            throw required;
        }
        if (failure instanceof McpClientCapabilityException unanswered) {
            return told(unanswered, tool.name(), exchange.version());
        }
        CallToolResult resolved = isOurs(failure) ? null : resolve(failure, tool, exchange.reactive());
        return resolved == null ? unexpected(failure, tool.name()) : resolved;
    }

    private static CallToolResult told(McpClientCapabilityException unanswered, String tool, ProtocolVersion version) {
        logger.debug("Tool '" + tool + "' could not ask its client", unanswered);
        if (unanswered.repairable(version).isPresent()) {
            throw unanswered;
        }
        return CallToolResult.error(unanswered.getMessage());
    }

    private static boolean isOurs(Throwable failure) {
        return failure instanceof BusyException
                || failure instanceof TooManyElementsException
                || failure instanceof NonConformingResultException;
    }

    // The older revisions count wrong arguments as an error of the protocol.
    private static CallToolResult refused(InvalidArgumentsException invalid, String tool, ProtocolVersion version) {
        logger.debug("Tool '" + tool + "' was called with wrong arguments: " + invalid.problems());
        String text = "Invalid arguments for tool '" + tool + "':\n" + invalid.getMessage();
        if (!version.hasArgumentErrorsAsResults()) {
            throw McpProtocolException.invalidParams(text);
        }
        return CallToolResult.error(text);
    }

    private @Nullable CallToolResult resolve(Throwable failure, RegisteredTool tool, McpRequestContext request) {
        try {
            for (McpToolExceptionResolver resolver : resolvers) {
                CallToolResult result = resolver.resolve(failure, request);
                if (result != null) {
                    if (failure instanceof VirtualMachineError) {
                        // Concerns the whole process, whatever the model is told of it.
                        ErrorReport.log(logger, "Tool '" + tool.name() + "' failed", failure);
                    }
                    // A tool's result like any other: what does not fit the output schema is an error.
                    return tool.results().map(result);
                }
            }
            return null;
        } catch (McpProtocolException refused) {
            throw refused;
        } catch (McpToolException told) {
            return new CallToolResult(told.content(), null, true, null);
        } catch (Throwable ofResolver) {
            if (ofResolver != failure) {
                ofResolver.addSuppressed(failure);
            }
            return unexpected(ofResolver, tool.name());
        }
    }

    private static CallToolResult unexpected(Throwable failure, String tool) {
        if (failure instanceof BusyException busy) {
            return CallToolResult.error(busy.getMessage());
        }
        if (failure instanceof TooManyElementsException) {
            return CallToolResult.error("Tool '" + tool + "' was stopped: " + failure.getMessage());
        }
        String id = ErrorReport.log(logger, "Tool '" + tool + "' failed", failure);
        return CallToolResult.error("Tool '" + tool + "' failed unexpectedly. The server's operator finds the reason"
                + " under error id " + id + ".");
    }
}
