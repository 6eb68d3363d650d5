package io.mcpspring.webmvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.McpHttpResponse;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.server.StreamEvent;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import reactor.core.Disposables;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** The rules of {@link ServletAsync}, with a container that a test controls. */
@Timeout(30)
class ServletReplyTests {

    private final Container container = new Container();

    private final Sinks.Many<StreamEvent> events = Sinks.many().unicast().onBackpressureBuffer();

    private final ServletReply reply =
            new ServletReply(replies(), new WebMvcRequest(container.request), container.response);

    private static ServletReplies replies() {
        McpHttpHandler handler = mock(McpHttpHandler.class);
        when(handler.registerAtShutdown()).thenReturn(Disposables.disposed());
        when(handler.failed(any(), any())).thenReturn(Whole.empty(HttpStatus.INTERNAL_SERVER_ERROR));
        return new ServletReplies(handler, new StreamSettings(Duration.ZERO, 1_000_000, Duration.ofMinutes(1)));
    }

    @Test
    void aSmallResponseIsWrittenByTheThreadOfTheContainer() {
        write(Whole.text(HttpStatus.OK, Map.of(), "text/plain", "hello"));
        assertThat(container.written()).isEqualTo("hello");
        assertThat(container.calls).containsExactly("write");
    }

    @Test
    void theContainerCallsTheListenerBeforeAnythingIsWrittenOrCompleted() {
        begin();
        emit("one");
        events.tryEmitComplete();
        reply.check();
        assertThat(container.calls).containsExactly("startAsync", "setWriteListener");
        container.onWritePossible();
        assertThat(container.written()).contains("one");
        assertThat(container.calls).containsExactly("startAsync", "setWriteListener", "write", "complete");
    }

    @Test
    void aLargeResponseIsWrittenAndCompletedByTheListener() {
        write(Whole.text(HttpStatus.OK, Map.of(), "text/plain", "x".repeat(100_000)));
        reply.check();
        assertThat(container.calls).containsExactly("startAsync", "setWriteListener");
        container.onWritePossible();
        assertThat(container.written()).hasSize(100_000);
        assertThat(container.calls).endsWith("write", "write", "complete");
    }

    @Test
    void onlyTheThreadOfTheContainerMakesARequestAsynchronous() {
        Thread emitting = new Thread(() -> emit("one"));
        write(new Events(
                Map.of(),
                events.asFlux().doOnSubscribe(begun -> {
                    emitting.start();
                    join(emitting);
                }),
                first -> null,
                null,
                RequestMemory.UNCOUNTED));
        assertThat(container.asynchronous).hasSize(2).containsOnly(Thread.currentThread());
        container.onWritePossible();
        assertThat(container.written()).contains("one");
    }

    @Test
    void nothingIsWrittenWhileTheContainerIsNotReady() {
        begin();
        container.onWritePossible();
        container.ready = false;
        emit("one");
        emit("two");
        reply.check();
        assertThat(container.calls).doesNotContain("write");
        container.ready = true;
        container.onWritePossible();
        // The thread that has found the container not ready may still have the lock, and then writes.
        await().untilAsserted(() -> assertThat(container.written()).contains("one", "two"));
    }

    /** Tomcat waits for clients of HTTP/2 that do not read, which would stop the timers of Reactor. */
    @Test
    void nothingIsWrittenOverHttp2OnAThreadThatMustNotBlock() throws Exception {
        container.request.setProtocol("HTTP/2.0");
        ServletReply overHttp2 = new ServletReply(replies(), new WebMvcRequest(container.request), container.response);
        overHttp2.write(
                new Events(Map.of(), events.asFlux(), first -> null, null, RequestMemory.UNCOUNTED), Context.empty());
        container.onWritePossible();
        List<Boolean> blockable = new CopyOnWriteArrayList<>();
        container.onWrite = () -> blockable.add(!Schedulers.isInNonBlockingThread());
        emit("one");
        await().until(() -> blockable.size() == 1);
        container.ready = false;
        emit("two");
        CountDownLatch checked = new CountDownLatch(1);
        Schedulers.parallel().schedule(() -> {
            container.ready = true;
            overHttp2.check();
            checked.countDown();
        });
        pass(checked);
        await().until(() -> blockable.size() == 2);
        assertThat(blockable).containsOnly(true);
    }

    @Test
    void nothingIsWrittenAfterTheEnd() {
        begin();
        container.onWritePossible();
        container.ready = false;
        emit("late");
        container.onError();
        assertThat(container.calls).endsWith("complete");
        container.ready = true;
        reply.check();
        container.onWritePossible();
        assertThat(container.written()).isEmpty();
        assertThat(container.calls).endsWith("complete").containsOnlyOnce("complete");
    }

    @Test
    void anEndWaitsForTheWriteThatIsRunning() throws Exception {
        begin();
        emit("one");
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        container.onWrite = () -> {
            writing.countDown();
            pass(goOn);
            container.calls.add("written");
        };
        Thread writer = new Thread(container::onWritePossible);
        writer.start();
        pass(writing);
        Thread end = new Thread(() -> {
            container.onError();
            container.calls.add("ended");
        });
        end.start();
        await().until(() -> end.getState() == Thread.State.TIMED_WAITING || !end.isAlive());
        goOn.countDown();
        join(writer);
        join(end);
        assertThat(container.calls).containsSubsequence("write", "written", "complete", "ended");
    }

    /** Tomcat reports a failure within the write that has failed. */
    @Test
    void anEndWithinTheWriteThatHasFailedDoesNotWaitForIt() {
        begin();
        emit("one");
        container.onWrite = () -> {
            container.onError();
            throw new IOException("lost");
        };
        container.onWritePossible();
        assertThat(container.calls).endsWith("write", "complete").containsOnlyOnce("complete");
    }

    @Test
    void aRequestOfWhichAWriteHasFailedIsCompletedInOnError() {
        begin();
        emit("one");
        container.onWrite = () -> {
            throw new IOException("lost");
        };
        container.onWritePossible();
        assertThat(container.calls).endsWith("write").doesNotContain("complete");
        container.onError();
        assertThat(container.calls).endsWith("write", "complete");
    }

    @Test
    void aRequestOfWhichAWriteHasFailedIsCompletedIfTheContainerDoesNotReportIt() {
        begin();
        emit("one");
        container.onWrite = () -> {
            throw new IOException("on purpose, by a filter");
        };
        container.onWritePossible();
        assertThat(container.calls).doesNotContain("complete");
        await().untilAsserted(() -> assertThat(container.calls).contains("complete"));
    }

    private void begin() {
        write(new Events(Map.of(), events.asFlux(), first -> null, null, RequestMemory.UNCOUNTED));
    }

    private void write(McpHttpResponse response) {
        reply.write(response, Context.empty());
    }

    private void emit(String text) {
        MessageBytes json = MessageBytes.of(("\"" + text + "\"").getBytes(StandardCharsets.UTF_8));
        events.tryEmitNext(new StreamEvent.Message(null, "notifications/message", 0, List.of(), json));
    }

    private static void pass(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(10_000);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @FunctionalInterface
    private interface Write {

        void run() throws IOException;
    }

    /** Records what is called, in the order of the calls. */
    private static final class Container {

        final List<String> calls = new CopyOnWriteArrayList<>();

        /** The threads that have made the request asynchronous. */
        final List<Thread> asynchronous = new CopyOnWriteArrayList<>();

        volatile boolean ready = true;

        volatile Write onWrite = () -> {};

        private volatile @Nullable WriteListener listener;

        private final Output output = new Output();

        final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/mcp") {

            @Override
            public AsyncContext startAsync(ServletRequest used, @Nullable ServletResponse written) {
                calls.add("startAsync");
                asynchronous.add(Thread.currentThread());
                return new MockAsyncContext(used, written) {

                    @Override
                    public void complete() {
                        calls.add("complete");
                        super.complete();
                    }
                };
            }
        };

        final MockHttpServletResponse response = new MockHttpServletResponse() {

            @Override
            public ServletOutputStream getOutputStream() {
                return output;
            }
        };

        Container() {
            request.setAsyncSupported(true);
        }

        String written() {
            return output.bytes.toString(StandardCharsets.UTF_8);
        }

        void onWritePossible() {
            try {
                listener.onWritePossible();
            } catch (IOException ex) {
                throw new IllegalStateException(ex);
            }
        }

        void onError() {
            listener.onError(new IOException("lost"));
        }

        private final class Output extends ServletOutputStream {

            private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

            @Override
            public boolean isReady() {
                return ready;
            }

            @Override
            public void setWriteListener(WriteListener given) {
                calls.add("setWriteListener");
                asynchronous.add(Thread.currentThread());
                listener = given;
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                calls.add("write");
                onWrite.run();
                bytes.write(from, offset, length);
            }

            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }
        }
    }
}
