package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpUrlElicitationRequiredException;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ErrorReport;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Records every call. */
@Internal
public final class CallAudit implements BuiltInInterceptor {

    private static final Log logger = LogFactory.getLog(CallAudit.class);

    private final AuditTrail trail;

    private final McpArgumentRedaction redaction;

    public CallAudit(AuditTrail trail, McpArgumentRedaction redaction) {
        this.trail = trail;
        this.redaction = redaction;
    }

    @Override
    public InterceptorStage stage() {
        return InterceptorStage.AUDIT;
    }

    @Override
    public Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
        return trail.wantsCalls()
                ? Mono.defer(() -> recorded(chain.proceed(invocation), new Recording(invocation)))
                : chain.proceed(invocation);
    }

    private static Mono<McpResult> recorded(Mono<McpResult> result, Recording recording) {
        return result.doOnNext(recording::end).doOnError(recording::end).doOnCancel(recording::cancel);
    }

    private final class Recording {

        private final McpInvocation invocation;

        private final Instant begin = Instant.now();

        private final long beginNanos = System.nanoTime();

        // A result is followed by a cancellation if the client gets it at once.
        private final AtomicBoolean ended = new AtomicBoolean();

        Recording(McpInvocation invocation) {
            this.invocation = invocation;
        }

        void end(McpResult result) {
            boolean failed = result instanceof CallToolResult ofTool && ofTool.isError();
            add(failed ? McpAuditEvent.Outcome.TOOL_ERROR : McpAuditEvent.Outcome.SUCCEEDED, null);
        }

        void end(Throwable failure) {
            if (exchange().endsWithQuestion() || failure instanceof McpUrlElicitationRequiredException) {
                add(McpAuditEvent.Outcome.ASKED, null);
            } else {
                add(
                        McpAuditEvent.Outcome.PROTOCOL_ERROR,
                        failure instanceof McpProtocolException error ? error.code() : JsonRpcError.INTERNAL_ERROR);
            }
        }

        void cancel() {
            add(McpAuditEvent.Outcome.CANCELLED, null);
        }

        private Exchange exchange() {
            return ((Invocation<?, ?>) invocation).exchange();
        }

        private void add(McpAuditEvent.Outcome outcome, @Nullable Integer errorCode) {
            if (ended.compareAndSet(false, true)) {
                Exchange exchange = exchange();
                trail.add(new McpAuditEvent.Call(
                        begin,
                        Callers.of(exchange.context()),
                        exchange.context().clientInfo(),
                        exchange.version(),
                        invocation.kind(),
                        invocation.name(),
                        exchange.isRefused() ? McpAuditEvent.Outcome.REFUSED : outcome,
                        Duration.ofNanos(System.nanoTime() - beginNanos),
                        errorCode,
                        exchange.errorId(),
                        arguments()));
            }
        }

        private @Nullable JsonNode arguments() {
            try {
                return redaction.redact(invocation);
            } catch (Throwable failure) {
                ErrorReport.log(logger, "The arguments of a call could not be redacted", failure);
                return null;
            }
        }
    }
}
