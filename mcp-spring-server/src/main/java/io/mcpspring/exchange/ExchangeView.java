package io.mcpspring.exchange;

import io.mcpspring.UserCode;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.schema.Unwritable;
import io.mcpspring.validation.DeclarationException;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The exchange as users get it; a cast gives them nothing more. */
abstract class ExchangeView implements McpRequestContext {

    private static final Log logger = LogFactory.getLog(ExchangeView.class);

    private static final JsonMapper LOG_DATA = Unwritable.refusedBy(McpJson.MAPPER);

    private record LogMessage(LoggingLevel level, JsonValue data) {}

    final Exchange exchange;

    /** The cancellation of the run for which this was made. */
    private final Disposable.Composite cancellation;

    ExchangeView(Exchange exchange) {
        this.exchange = exchange;
        this.cancellation = exchange.cancellation;
    }

    @Override
    public String method() {
        return exchange.method;
    }

    @Override
    public String name() {
        return exchange.name();
    }

    @Override
    public ProtocolVersion protocolVersion() {
        return exchange.version();
    }

    @Override
    public Optional<Principal> principal() {
        return attribute(Principal.class);
    }

    @Override
    public Map<String, List<String>> headers() {
        return attribute(RequestHeaders.class).map(RequestHeaders::asMap).orElse(Map.of());
    }

    @Override
    public <T> Optional<T> attribute(Class<T> type) {
        return Optional.ofNullable(exchange.context().attribute(type));
    }

    @Override
    public Optional<Implementation> clientInfo() {
        return Optional.ofNullable(exchange.context().clientInfo());
    }

    @Override
    public ClientCapabilities clientCapabilities() {
        return exchange.context().clientCapabilities();
    }

    @Override
    public McpMeta meta() {
        return exchange.context().mcpMeta();
    }

    @Override
    public boolean isCancelled() {
        return exchange.isOver() || cancellation.isDisposed();
    }

    @Override
    public void onCancel(Runnable action) {
        cancellation.add(() -> UserCode.run(
                action, failure -> logger.error("An action that was registered for cancellation failed", failure)));
    }

    @Override
    public void progress(double done, @Nullable Double total, @Nullable String message) {
        exchange.progress(done, total, message);
    }

    @Override
    public void log(LoggingLevel level, Object data) {
        Optional<LoggingLevel> lowest = exchange.context().channel().logLevel();
        if (exchange.acceptsReports() && lowest.filter(level::isAtLeast).isPresent()) {
            try {
                // Written at once, because the value may change while the message is pending.
                LogMessage message = new LogMessage(level, JsonValue.ofUtf8(LOG_DATA.writeValueAsBytes(data)));
                exchange.send(new JsonRpcNotification("notifications/message", message));
            } catch (JacksonException | DeclarationException ex) {
                throw new IllegalArgumentException("A log message must not have this value; log its text instead", ex);
            }
        }
    }

    @Override
    public void completeElicitation(String id) {
        if (protocolVersion().hasElicitationCompletion()) {
            JsonRpcNotification complete =
                    new JsonRpcNotification("notifications/elicitation/complete", Map.of("elicitationId", id));
            if (!exchange.send(complete)) {
                exchange.context().channel().sendAfterwards(complete);
            }
        }
    }

    @Override
    public void closeStream(Duration retryAfter) {
        if (!isCancelled()) {
            exchange.context().channel().closeStream(retryAfter);
        }
    }

    @Override
    public Optional<JsonNode> answer(String key) {
        return exchange.questions.answer(key);
    }

    @Override
    public <A> Optional<A> answer(Question<A> question) {
        return exchange.questions.answer(question);
    }

    @Override
    public Optional<JsonNode> unaskedAnswer(String key) {
        return exchange.questions.unaskedAnswer(key);
    }

    @Override
    public Optional<String> state() {
        return exchange.questions.state();
    }

    @Override
    public String toString() {
        return method() + " " + name();
    }
}
