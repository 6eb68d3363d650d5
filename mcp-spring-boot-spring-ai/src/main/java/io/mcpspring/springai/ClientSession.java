package io.mcpspring.springai;

import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.UrlElicitation;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpLoggableSession;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The session of the MCP Java SDK for one request. All exchanges and request contexts of the SDK and of Spring AI send
 * their questions and notifications through it.
 */
final class ClientSession implements McpLoggableSession {

    /** Asks the client. */
    private interface Asking {

        /** Returns the answer; may throw the error that ends the run. */
        <A> Mono<A> ask(Question<A> question);
    }

    private final McpRequestContext context;

    private final Asking asking;

    private int questions;

    private ClientSession(McpRequestContext context, Asking asking) {
        this.context = context;
        this.asking = asking;
    }

    /** Returns the exchange of a method that waits. */
    static McpSyncServerExchange waiting(McpExchange exchange) {
        return new McpSyncServerExchange(onWorker(exchange));
    }

    /** Returns the exchange of a reactive method that runs on a worker. */
    static McpAsyncServerExchange onWorker(McpExchange exchange) {
        return exchange(exchange, new Asking() {
            // Asks at once: block() would turn the error that ends the run into an exception, which methods catch.
            @Override
            public <A> Mono<A> ask(Question<A> question) {
                return Mono.just(exchange.ask(question));
            }
        });
    }

    /** Returns the exchange of a reactive method. */
    static McpAsyncServerExchange reactive(ReactiveMcpExchange exchange) {
        return exchange(exchange, exchange::ask);
    }

    private static McpAsyncServerExchange exchange(McpRequestContext context, Asking asking) {
        return new McpAsyncServerExchange(
                header(context, "Mcp-Session-Id"),
                new ClientSession(context, asking),
                SdkValues.read(
                        ClientCapabilities.declaration(
                                context.clientCapabilities().features()),
                        McpSchema.ClientCapabilities.class),
                context.clientInfo()
                        .map(info -> SdkValues.read(info, McpSchema.Implementation.class))
                        .orElse(null),
                transport(context));
    }

    /** Returns the headers of the request under their names. */
    private static McpTransportContext transport(McpRequestContext context) {
        return name -> header(context, name);
    }

    private static @Nullable String header(McpRequestContext context, String name) {
        List<String> values = context.headers().get(name);
        return values == null ? null : String.join(", ", values);
    }

    @Override
    public <T> Mono<T> sendRequest(String method, Object params, TypeRef<T> type) {
        Mono<?> answer = switch (method) {
            case McpSchema.METHOD_ELICITATION_CREATE -> elicit((McpSchema.ElicitRequest) params);
            case McpSchema.METHOD_SAMPLING_CREATE_MESSAGE ->
                asking.ask(Question.sample(key(), SdkValues.ours((McpSchema.CreateMessageRequest) params)))
                        .map(SdkValues::theirs);
            case McpSchema.METHOD_ROOTS_LIST ->
                asking.ask(Question.roots(key())).map(SdkValues::theirs);
            // A request that is being served is the proof that the client is there.
            case McpSchema.METHOD_PING -> Mono.just(Map.of());
            default -> throw new IllegalArgumentException("Clients cannot be sent a request " + method);
        };
        return answer.map(ClientSession::cast);
    }

    private Mono<?> elicit(McpSchema.ElicitRequest request) {
        if (request instanceof McpSchema.ElicitUrlRequest page) {
            UrlElicitation elicitation =
                    new UrlElicitation(page.elicitationId(), page.message(), URI.create(page.url()));
            return asking.ask(Question.elicitUrl(key(), elicitation)).map(SdkValues::theirs);
        }
        McpSchema.ElicitFormRequest form = (McpSchema.ElicitFormRequest) request;
        return asking.ask(Question.elicit(key(), form.message(), SdkValues.tree(form.requestedSchema())))
                .map(SdkValues::theirs);
    }

    /** Returns the key of the next question, the same in each run that asks in the same order. */
    private synchronized String key() {
        return "q" + ++questions;
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object answer) {
        return (T) answer;
    }

    @Override
    public Mono<Void> sendNotification(String method, Object params) {
        if (params instanceof McpSchema.ProgressNotification report) {
            context.progress(report.progress(), report.total(), report.message());
        } else if (params instanceof McpSchema.LoggingMessageNotification message) {
            context.log(SdkValues.ours(message.level()), message.data());
        } else {
            throw new IllegalArgumentException("Clients cannot be sent a notification " + method);
        }
        return Mono.empty();
    }

    /** The request decides which messages its client wants. */
    @Override
    public boolean isNotificationForLevelAllowed(McpSchema.LoggingLevel level) {
        return true;
    }

    @Override
    public void setMinLoggingLevel(McpSchema.LoggingLevel level) {}

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    @Override
    public void close() {}
}
