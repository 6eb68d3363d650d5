package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;

class LegacyReplyTests {

    @Test
    void aRequestThatFailsIsAnswered() {
        assertInternalError((request, channel) -> Flux.error(new IllegalStateException()));
    }

    @Test
    void aRequestThatEndsWithoutAResponseIsAnswered() {
        assertInternalError((request, channel) -> Flux.empty());
    }

    @Test
    void aRequestThatCannotBeginIsAnswered() {
        assertInternalError((request, channel) -> {
            throw new NoClassDefFoundError();
        });
        assertInternalError((request, channel) -> Flux.from(subscriber -> {
            throw new NoClassDefFoundError();
        }));
    }

    private static void assertInternalError(LegacyReply.Dispatch dispatch) {
        List<StreamEvent> events = reply(1, dispatch).events().collectList().block(Duration.ofSeconds(10));
        assertThat(events)
                .singleElement(type(StreamEvent.Message.class))
                .extracting(StreamEvent.Message::message, type(JsonRpcResponse.Failure.class))
                .extracting(JsonRpcResponse.Failure::error)
                .returns(JsonRpcError.INTERNAL_ERROR, JsonRpcError::code)
                .extracting(JsonRpcError::message)
                .asString()
                .startsWith("Internal error, reported as ");
    }

    private static LegacyReply reply(int requests, LegacyReply.Dispatch dispatch) {
        List<JsonRpcMessage> messages = IntStream.range(0, requests)
                .<JsonRpcMessage>mapToObj(LegacyReplyTests::request)
                .toList();
        return new LegacyReply(
                new SessionlessScope(),
                new ReplyStream(requests, null, false, stream -> {}),
                messages,
                true,
                dispatch,
                message -> {});
    }

    private static JsonRpcRequest request(int id) {
        return new JsonRpcRequest(
                new RequestId(IntNode.valueOf(id)), "tools/call", JsonNodeFactory.instance.objectNode());
    }
}
