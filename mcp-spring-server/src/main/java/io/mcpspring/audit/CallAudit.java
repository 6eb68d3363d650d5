package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.content.ResultSize;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpUrlElicitationRequiredException;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ErrorReport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Records calls that are logged or have a listener. */
@Internal
@Order(InterceptorStage.AUDIT)
public record CallAudit(AuditTrail trail, McpArgumentRedaction redaction) implements BuiltInInterceptor {

    private static final Log logger = LogFactory.getLog(CallAudit.class);

    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        if (!trail.wantsCalls()) {
            return chain.proceed(invocation);
        }
        return Mono.deferContextual(reactor -> {
            Recording recording = new Recording(invocation, Traces.id(reactor));
            return chain.proceed(invocation)
                    .doOnNext(recording::end)
                    .doOnError(recording::end)
                    .doOnCancel(recording::cancel);
        });
    }

    private final class Recording {

        private final Invocation<?, ?> invocation;

        private final @Nullable String traceId;

        private final Instant begin = Instant.now();

        private final long beginNanos = System.nanoTime();

        // A result is followed by a cancellation if the client gets it at once.
        private final AtomicBoolean ended = new AtomicBoolean();

        Recording(Invocation<?, ?> invocation, @Nullable String traceId) {
            this.invocation = invocation;
            this.traceId = traceId;
        }

        void end(McpResult result) {
            boolean failed = result instanceof CallToolResult ofTool && ofTool.isError();
            add(failed ? McpAuditEvent.Outcome.TOOL_ERROR : McpAuditEvent.Outcome.SUCCEEDED, result, null);
        }

        void end(Throwable failure) {
            if (invocation.exchange().endsWithQuestion() || failure instanceof McpUrlElicitationRequiredException) {
                add(McpAuditEvent.Outcome.ASKED, null, null);
            } else {
                int code = failure instanceof McpProtocolException error ? error.code() : JsonRpcError.INTERNAL_ERROR;
                add(McpAuditEvent.Outcome.PROTOCOL_ERROR, null, code);
            }
        }

        void cancel() {
            add(McpAuditEvent.Outcome.CANCELLED, null, null);
        }

        private void add(McpAuditEvent.Outcome outcome, @Nullable McpResult result, @Nullable Integer errorCode) {
            if (ended.compareAndSet(false, true)) {
                Exchange exchange = invocation.exchange();
                CallContext context = exchange.context();
                trail.add(new McpAuditEvent.Call(
                        begin,
                        McpAuditEvent.Caller.of(context.user(), context.attribute(InetSocketAddress.class)),
                        context.clientInfo(),
                        exchange.version(),
                        invocation.kind(),
                        invocation.name(),
                        exchange.isRefused() ? McpAuditEvent.Outcome.REFUSED : outcome,
                        Duration.ofNanos(System.nanoTime() - beginNanos),
                        requestSize(context),
                        result == null ? null : ResultSize.of(result).bytes(),
                        traceId,
                        errorCode,
                        exchange.errorId(),
                        arguments()));
            }
        }

        private static @Nullable Long requestSize(CallContext request) {
            RequestMemory body = request.attribute(RequestMemory.class);
            return body == null ? null : body.size();
        }

        private @Nullable JsonNode arguments() {
            return UserCode.<@Nullable JsonNode>call(() -> redaction.redact(invocation), failure -> {
                ErrorReport.log(logger, "The arguments of a call could not be redacted", failure);
                return null;
            });
        }
    }
}
