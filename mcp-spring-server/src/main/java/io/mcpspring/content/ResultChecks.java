package io.mcpspring.content;

import io.mcpspring.Internal;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Removes hidden characters from the results of one entry, and refuses or cuts results that are too large.
 *
 * @param entry the entry, for messages, such as {@code Tool 'add'}
 * @param logged messages that were logged, without their numbers
 */
@Internal
public record ResultChecks(String entry, ResultRules rules, Set<String> logged) {

    private static final Log logger = LogFactory.getLog(ResultChecks.class);

    public ResultChecks(String entry, ResultRules rules) {
        this(entry, rules, ConcurrentHashMap.newKeySet());
    }

    /**
     * Returns the result as clients may get it.
     *
     * @throws McpProtocolException if the result of a prompt or resource is too large
     */
    public McpResult apply(McpResult result) {
        McpResult clean = rules.sanitize() ? CleanTexts.of(result, entry) : result;
        ResultSize size = ResultSize.of(clean);
        if (clean instanceof CallToolResult ofTool) {
            return ofTool(ofTool, size);
        }
        if (size.bytes() > rules.binary().maxBytes()) {
            logRefused(size.bytes());
            throw new McpProtocolException(
                    JsonRpcError.INTERNAL_ERROR, rules.binary().refusal());
        }
        return clean;
    }

    private CallToolResult ofTool(CallToolResult result, ResultSize size) {
        if (size.binary > rules.binary().maxBytes()) {
            logRefused(size.binary);
            return CallToolResult.error(rules.binary().refusal() + ".");
        }
        if (size.data() > rules.maxText()) {
            CallToolResult cut = rules.cutText() ? CutTexts.of(result, rules.maxText()) : null;
            logOnce(
                    entry + " returned more text than the limit, so it is " + (cut == null ? "refused" : "cut")
                            + "; return less, or set mcp.server.limits.max-text-size or the tool's maxTextSize",
                    size.data());
            return cut == null ? refusal(size.data()) : cut;
        }
        if (size.data() > rules.largeText()) {
            logOnce(
                    entry
                            + " returned more text than mcp.server.limits.text-warning-size, which fills much of the"
                            + " context of a language model",
                    size.data());
        }
        return result;
    }

    private CallToolResult refusal(long size) {
        return CallToolResult.error(entry + " returned " + size + " bytes of text, but at most " + rules.maxText()
                + " are allowed. Ask for less, for instance with a narrower filter or for a smaller page.");
    }

    private void logRefused(long size) {
        logOnce(entry + " returned more than mcp.server.resources.max-size or its own limit, which is refused", size);
    }

    private void logOnce(String message, long size) {
        if (logged.add(message)) {
            logger.warn(message + " (" + size + " bytes; logged once)");
        }
    }
}
