package io.mcpspring.server;

import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.InputRounds;
import io.mcpspring.exchange.OpenQuestions;
import io.mcpspring.exchange.QuestionServices;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.schema.Forms;
import io.mcpspring.seal.Sealer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** The dispatcher without HTTP, and the contexts of the requests that a test gives it. */
public final class TestDispatcher {

    private TestDispatcher() {}

    /** A dispatcher with these handlers alone, by the names of their methods. */
    public static McpDispatcher of(Shutdown shutdown, Map<String, McpRequestHandler> handlers) {
        return of(shutdown, Duration.ofMinutes(5), handlers);
    }

    /** Creates a dispatcher with these handlers and this time to answer. */
    public static McpDispatcher of(Shutdown shutdown, Duration timeToAnswer, Map<String, McpRequestHandler> handlers) {
        return new McpDispatcher(
                handlers,
                list -> List.of(),
                new QuestionServices(
                        new InputRounds(Sealer.ofProcess(), Duration.ofMinutes(5), InstantSource.system()),
                        new Forms(JsonMapper.shared(), List.of()),
                        new OpenQuestions(10, 10),
                        timeToAnswer),
                shutdown,
                new Refusals(),
                RequestObserver.NONE);
    }

    /** Returns the context of a request whose client has no capabilities and accepts streams. */
    public static CallContext context(ProtocolVersion version) {
        return context(version, ClientCapabilities.NONE, true);
    }

    public static CallContext context(ProtocolVersion version, ClientCapabilities capabilities, boolean acceptsStream) {
        return new CallContext(
                version,
                null,
                capabilities,
                JsonNodeFactory.instance.objectNode(),
                MirroredHeaders.NONE,
                null,
                new Channel(acceptsStream),
                CallContext.Attributes.NONE);
    }

    /** A client that never answers. */
    private record Channel(boolean acceptsStream) implements ClientChannel {

        @Override
        public Optional<LoggingLevel> logLevel() {
            return Optional.empty();
        }

        @Override
        public Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> stream) {
            return Mono.never();
        }

        @Override
        public void closeStream(Duration retryAfter) {}
    }
}
