package io.mcpspring.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.util.DisconnectedClientHelper;

/** A request does not end during a write, and nothing is written after its end. */
class GuardedExchangeTests {

    enum End {
        COMPLETE,
        ERROR,
        TIMEOUT
    }

    private final List<String> steps = new CopyOnWriteArrayList<>();

    private final CountDownLatch writing = new CountDownLatch(1);

    private final CountDownLatch written = new CountDownLatch(1);

    private final ServletOutputStream container = new ServletOutputStream() {

        @Override
        public void write(int b) {
            steps.add("write");
        }

        @Override
        public void flush() throws IOException {
            writing.countDown();
            try {
                written.await();
            } catch (InterruptedException ex) {
                throw new IOException(ex);
            }
            steps.add("flush");
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            writeListener = listener;
        }
    };

    private WriteListener writeListener;

    private final GuardedExchange exchange = new GuardedExchange(
            new MockHttpServletRequest(),
            new MockHttpServletResponse() {

                @Override
                public ServletOutputStream getOutputStream() {
                    return container;
                }
            },
            new ServletConnections());

    private final MockHttpServletRequest request =
            (MockHttpServletRequest) ((ServletRequestWrapper) exchange.request()).getRequest();

    @ParameterizedTest
    @EnumSource
    void aRequestEndsAfterTheWriteThatIsRunning(End end) throws Exception {
        ServletOutputStream output = exchange.response().getOutputStream();
        AsyncListener listener = start();
        Thread writer = new Thread(() -> flush(output));
        writer.setDaemon(true);
        writer.start();
        writing.await();
        Thread ending = new Thread(() -> {
            signal(end, listener);
            steps.add("end");
        });
        ending.start();

        await().until(() -> ending.getState() == Thread.State.TIMED_WAITING);
        assertThat(steps).isEmpty();
        written.countDown();
        ending.join();
        writer.join();
        assertThat(steps).containsExactlyInAnyOrder("flush", "end");
    }

    @Test
    void aRequestEndsAlthoughTheWriteThatIsRunningWaitsForTheContainer() throws Exception {
        ServletOutputStream output = exchange.response().getOutputStream();
        AsyncListener listener = start();
        Thread writer = new Thread(() -> flush(output));
        writer.setDaemon(true);
        writer.start();
        writing.await();
        signal(End.COMPLETE, listener);
        assertThat(steps).isEmpty();
        written.countDown();
        writer.join();
    }

    @ParameterizedTest
    @EnumSource
    void theRequestIsNotCompletedAfterItsEnd(End end) throws Exception {
        request.setAsyncSupported(true);
        AsyncContext context = exchange.request().startAsync();
        exchange.becomeWritable();
        assertThat(context.getRequest().isAsyncStarted()).isTrue();
        MockAsyncContext ofContainer = (MockAsyncContext) request.getAsyncContext();
        signal(end, ofContainer.getListeners().get(0));
        ofContainer.getListeners().clear();
        ofContainer.addListener(new NoCompletion());

        // A container that uses its objects again may fail here.
        assertThat(context.getRequest().isAsyncStarted()).isFalse();
        context.complete();
        assertThat(steps).isEmpty();
    }

    private final class NoCompletion implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            steps.add("complete");
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsWrittenAfterTheEnd(End end) throws Exception {
        ServletOutputStream output = exchange.response().getOutputStream();
        AsyncListener listener = start();
        output.write(1);
        assertThat(output.isReady()).isTrue();
        signal(end, listener);

        // Otherwise, a writer would wait for a signal that does not come.
        assertThat(output.isReady()).isTrue();
        assertThatThrownBy(() -> output.write(2)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> output.write(new byte[] {3})).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> output.write(ByteBuffer.allocate(1))).isInstanceOf(EOFException.class);
        assertThatThrownBy(output::flush).isInstanceOf(EOFException.class);
        assertThatThrownBy(output::close).isInstanceOf(EOFException.class);
        assertThat(steps).containsExactly("write");
    }

    @ParameterizedTest
    @EnumSource
    void theResponseIsNotUsedAfterTheEnd(End end) throws Exception {
        HttpServletResponse response = exchange.response();
        AsyncListener listener = start();
        response.setStatus(202);
        signal(end, listener);

        List<ThrowingCallable> accesses = List.of(
                response::getStatus,
                () -> response.setStatus(404),
                () -> response.addHeader("X-Late", "1"),
                () -> response.addCookie(new Cookie("late", "1")),
                response::getContentType,
                () -> response.setContentType("text/plain"),
                response::getCharacterEncoding,
                () -> response.setCharacterEncoding(StandardCharsets.UTF_8),
                () -> response.setContentLengthLong(1));
        assertThat(accesses)
                .allSatisfy(access -> assertThatThrownBy(access)
                        .matches(DisconnectedClientHelper::isClientDisconnectedException)
                        .hasRootCauseInstanceOf(EOFException.class));
        HttpServletResponse received = (HttpServletResponse) ((HttpServletResponseWrapper) response).getResponse();
        assertThat(received.getStatus()).isEqualTo(202);
        assertThat(received.getHeaderNames()).isEmpty();
    }

    @Test
    void aFailedRequestIsCompletedWithoutAnErrorPage() throws Exception {
        request.setAsyncSupported(true);
        exchange.process(new GenericServlet() {

            @Override
            public void service(ServletRequest request, ServletResponse response) {
                request.startAsync();
            }
        });
        MockAsyncContext context = (MockAsyncContext) request.getAsyncContext();
        for (AsyncListener listener : List.copyOf(context.getListeners())) {
            listener.onError(new AsyncEvent(context));
        }
        assertThat(request.isAsyncStarted()).isFalse();
    }

    @Test
    void theRequestIsCompletedAfterTheContainerHasCalledTheWriteListener() throws Exception {
        AsyncContext context = startWriting();
        context.complete();
        assertThat(request.isAsyncStarted()).isTrue();
        writeListener.onWritePossible();
        assertThat(request.isAsyncStarted()).isFalse();
        assertThat(steps).containsExactly("possible");
    }

    @Test
    void theRequestIsCompletedAtOnceIfTheContainerHasCalledTheWriteListener() throws Exception {
        AsyncContext context = startWriting();
        writeListener.onWritePossible();
        assertThat(request.isAsyncStarted()).isTrue();
        context.complete();
        assertThat(request.isAsyncStarted()).isFalse();
    }

    private AsyncContext startWriting() throws IOException {
        request.setAsyncSupported(true);
        AsyncContext context = exchange.request().startAsync();
        exchange.response().getOutputStream().setWriteListener(new WriteListener() {

            @Override
            public void onWritePossible() {
                steps.add("possible");
            }

            @Override
            public void onError(Throwable failure) {
                steps.add("error");
            }
        });
        return context;
    }

    private AsyncListener start() {
        request.setAsyncSupported(true);
        exchange.request().startAsync();
        return ((MockAsyncContext) request.getAsyncContext()).getListeners().get(0);
    }

    private static void signal(End end, AsyncListener listener) {
        AsyncEvent event = new AsyncEvent(new MockAsyncContext(new MockHttpServletRequest(), null));
        try {
            switch (end) {
                case COMPLETE -> listener.onComplete(event);
                case ERROR -> listener.onError(event);
                case TIMEOUT -> listener.onTimeout(event);
            }
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static void flush(ServletOutputStream output) {
        try {
            output.flush();
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
