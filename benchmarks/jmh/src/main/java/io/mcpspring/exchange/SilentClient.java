package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.schema.Forms;
import io.mcpspring.seal.Sealer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/** A client that is never asked. */
public record SilentClient() implements ClientChannel {

    private static final ObjectNode NONE = JsonMapper.shared().createObjectNode();

    /** Returns a request in the newest revision, without params. */
    public static Exchange request(String method, CallContext.Attributes attributes) {
        return new Exchange(
                new JsonRpcRequest(new RequestId(IntNode.valueOf(1)), method, NONE),
                context(attributes),
                new QuestionServices(
                        new InputRounds(Sealer.ofProcess(), Duration.ofMinutes(5), InstantSource.system()),
                        new Forms(JsonMapper.shared(), List.of()),
                        new OpenQuestions(10, 10),
                        Duration.ofMinutes(5)),
                message -> {});
    }

    /** Returns the context of a request in the newest revision. */
    public static CallContext context(CallContext.Attributes attributes) {
        return new CallContext(
                ProtocolVersion.newest(),
                null,
                ClientCapabilities.NONE,
                NONE,
                MirroredHeaders.NONE,
                null,
                new SilentClient(),
                attributes);
    }

    @Override
    public boolean acceptsStream() {
        return true;
    }

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
