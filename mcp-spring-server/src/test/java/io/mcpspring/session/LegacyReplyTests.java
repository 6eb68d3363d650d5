package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Every request of a POST is answered or cancelled. */
class LegacyReplyTests {

    private static final ProtocolVersion VERSION = ProtocolVersion.V2025_03_26;

    @Test
    void aRequestThatFailsIsAnswered() {
        assertInternalError((request, channel) -> Flux.error(new IllegalStateException()));
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

    @Test
    void aRequestWhoseCancellationFailsHasEndedNevertheless() {
        AtomicBoolean ended = new AtomicBoolean();
        OpenSession session = session();
        Flux<JsonRpcMessage> work = Flux.create(sink -> sink.onCancel(() -> {
            throw new NoClassDefFoundError("on purpose");
        }));
        reply(session, () -> ended.set(true), messages(1), false, memory(), (request, channel) -> work)
                .events(false)
                .subscribe();
        session.cancel(id(0));
        assertThat(ended).isTrue();
    }

    @Test
    void theRequestsOfABatchRunOneAfterTheOther() throws InterruptedException {
        BlockingQueue<FluxSink<JsonRpcMessage>> running = new LinkedBlockingQueue<>();
        OpenSession session = session();
        List<StreamEvent> responses = new CopyOnWriteArrayList<>();
        batch(session, 10, memory(), running).events(false).subscribe(responses::add);
        IntStream.range(5, 9).forEach(id -> session.cancel(id(id)));
        for (int i : new int[] {0, 1, 2, 3, 4, 9}) {
            FluxSink<JsonRpcMessage> request = running.poll(10, TimeUnit.SECONDS);
            assertThat(running).isEmpty();
            assertThat(responses).isEmpty();
            request.next(new JsonRpcResponse.Success(id(i), new EmptyResult()));
        }
        assertThat(responses).hasSize(1);
        assertThat(McpJson.readTree(
                        ((StreamEvent.Message) responses.get(0)).json().toArray()))
                .hasSize(6);
    }

    @Test
    void theMemoryIsHeldUntilTheLastRequestHasEnded() throws InterruptedException {
        ByteBudget budget = new ByteBudget(1_000);
        RequestMemory memory = new RequestMemory(budget);
        memory.take(1_000);
        BlockingQueue<FluxSink<JsonRpcMessage>> running = new LinkedBlockingQueue<>();
        OpenSession session = session();
        batch(session, 2, memory, running).events(false).subscribe();
        // The reply has become a stream, which does not need the body.
        memory.release();
        running.take().next(new JsonRpcResponse.Success(id(0), new EmptyResult()));
        FluxSink<JsonRpcMessage> last = running.take();
        assertThat(budget.take(0, 1, 0)).isFalse();
        last.next(new JsonRpcResponse.Success(id(1), new EmptyResult()));
        assertThat(budget.take(0, 1, 0)).isTrue();
    }

    private static RequestMemory memory() {
        return new RequestMemory(new ByteBudget(0));
    }

    private static LegacyReply batch(
            OpenSession session, int requests, RequestMemory memory, BlockingQueue<FluxSink<JsonRpcMessage>> running) {
        return reply(
                session, () -> {}, messages(requests), true, memory, (request, channel) -> Flux.create(running::add));
    }

    private static void assertInternalError(LegacyReply.Dispatch dispatch) {
        List<StreamEvent> events = reply(session(), () -> {}, messages(1), false, memory(), dispatch)
                .events(false)
                .collectList()
                .block(Duration.ofSeconds(10));
        assertThat(events)
                .singleElement(type(StreamEvent.Message.class))
                .returns(JsonRpcError.INTERNAL_ERROR, StreamEvent.Message::errorCode)
                .extracting(message -> McpJson.readTree(message.json().toArray())
                        .at("/error/message")
                        .stringValue())
                .asString()
                .startsWith("Internal error, reported as ");
    }

    private static LegacyReply reply(
            OpenSession session,
            Runnable onEnd,
            List<JsonRpcMessage> messages,
            boolean batch,
            RequestMemory memory,
            LegacyReply.Dispatch dispatch) {
        return new LegacyReply(session, onEnd, messages, batch, true, memory, dispatch);
    }

    private static List<JsonRpcMessage> messages(int requests) {
        return IntStream.range(0, requests)
                .<JsonRpcMessage>mapToObj(LegacyReplyTests::request)
                .toList();
    }

    private static JsonRpcRequest request(int id) {
        return new JsonRpcRequest(id(id), "tools/call", JsonNodeFactory.instance.objectNode());
    }

    private static RequestId id(int id) {
        return new RequestId(IntNode.valueOf(id));
    }

    private static OpenSession session() {
        OpenSessions sessions = new OpenSessions(
                new SessionSettings(
                        Duration.ofHours(1),
                        Duration.ofMinutes(30),
                        10,
                        8,
                        1_000_000,
                        Duration.ofMinutes(5),
                        16,
                        LoggingLevel.WARNING),
                ByteBudget.ofHeap(8),
                ByteBudget.ofHeap(16),
                InstantSource.system());
        return sessions.enter(
                new LegacySession("one", new LegacyClient(VERSION, null, ClientCapabilities.NONE), Instant.EPOCH, ""),
                0);
    }
}
