package io.mcpspring.output;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.content.ResultRules;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;

/** Refuses results that are too large, or cuts their texts. */
@Internal
public final class ResultSizeLimit implements BuiltInInterceptor {

    private static final Log logger = LogFactory.getLog(ResultSizeLimit.class);

    private static final int MAX_LOGGED = 1000;

    private final long warningSize;

    /** Messages that were logged, without their numbers. */
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    /** @param warningSize size of a tool's texts, or of its structured content, beyond which a warning is logged */
    public ResultSizeLimit(long warningSize) {
        this.warningSize = warningSize;
    }

    @Override
    public InterceptorStage stage() {
        return InterceptorStage.LIMITS;
    }

    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        ResultRules rules = invocation.resultRules();
        Mono<McpResult> result = chain.proceed(invocation);
        return rules == null
                ? result
                : result.flatMap(complete -> UserCode.mono(() -> Mono.just(limit(complete, invocation, rules))));
    }

    private McpResult limit(McpResult result, Invocation<?, ?> call, ResultRules rules) {
        if (result instanceof CallToolResult ofTool) {
            CallToolResult written = WrittenResult.of(ofTool);
            ResultSize atMost = ResultSize.atMost(written);
            boolean small = atMost.data() <= Math.min(warningSize, rules.maxText())
                    && atMost.binary() <= rules.binary().maxBytes();
            return small ? written : ofTool(written, call, rules);
        }
        return ResultSize.atMost(result).total() <= rules.binary().maxBytes() ? result : ofOthers(result, call, rules);
    }

    private McpResult ofOthers(McpResult result, Invocation<?, ?> call, ResultRules rules) {
        long size = ResultSize.of(result).total();
        if (size > rules.binary().maxBytes()) {
            logOnce(
                    call.describe() + " returned more than " + rules.binary().setting() + " allows, which is refused",
                    size);
            throw new McpProtocolException(
                    JsonRpcError.INTERNAL_ERROR, rules.binary().refusal());
        }
        return result;
    }

    private CallToolResult ofTool(CallToolResult result, Invocation<?, ?> call, ResultRules rules) {
        ResultSize size = ResultSize.of(result);
        if (size.binary() > rules.binary().maxBytes()) {
            logOnce(
                    call.describe() + " returned more binary content than "
                            + rules.binary().setting() + " allows, which is refused",
                    size.binary());
            return CallToolResult.error(rules.binary().refusal() + ".");
        }
        if (size.data() > rules.maxText()) {
            boolean cut = rules.cutText() && CutTexts.isPossible(result, rules.maxText());
            logOnce(
                    call.describe() + " returned more text than the limit, so it is " + (cut ? "cut" : "refused")
                            + "; return less, or set mcp.server.limits.max-text-size or the tool's maxTextSize",
                    size.data());
            return cut ? CutTexts.of(result, rules.maxText()) : refusal(call, size.data(), rules);
        }
        if (size.data() > warningSize) {
            logOnce(
                    call.describe()
                            + " returned more text than mcp.server.limits.text-warning-size, which fills much of the"
                            + " context of a language model",
                    size.data());
        }
        return result;
    }

    private static CallToolResult refusal(Invocation<?, ?> call, long size, ResultRules rules) {
        return CallToolResult.error(
                call.describe() + " returned " + size + " bytes of text, but at most " + rules.maxText()
                        + " are allowed. Ask for less, for instance with a narrower filter or for a smaller page.");
    }

    private void logOnce(String message, long size) {
        if (logged.size() < MAX_LOGGED && logged.add(message)) {
            logger.warn(message + " (" + size + " bytes; logged once)");
        }
    }
}
