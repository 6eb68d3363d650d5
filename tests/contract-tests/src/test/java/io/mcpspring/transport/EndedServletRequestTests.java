package io.mcpspring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.TestServer;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.reflect.Proxy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;

/** A servlet request that ends at the moment at which its response is to be written. */
@OnServletContainers("Needs a servlet request")
@ExtendWith(OutputCaptureExtension.class)
class EndedServletRequestTests {

    private static final BlockingQueue<AsyncContext> CONTEXTS = new LinkedBlockingQueue<>();

    private static final BlockingQueue<AsyncListener> LISTENERS = new LinkedBlockingQueue<>();

    static class Application {

        @McpTool(description = "Returns after the end of its request")
        String late() throws Exception {
            // The first listener is that of the library; Spring's, which cancels the call, is not called yet.
            LISTENERS.take().onTimeout(null);
            return "too late";
        }

        @Bean
        Filter recordingFilter() {
            return (request, response, chain) ->
                    chain.doFilter(new RecordingRequest((HttpServletRequest) request), response);
        }
    }

    private static final class RecordingRequest extends HttpServletRequestWrapper {

        RecordingRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public AsyncContext startAsync() {
            AsyncContext context = super.startAsync();
            CONTEXTS.add(context);
            return (AsyncContext) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {AsyncContext.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("addListener")) {
                            LISTENERS.add((AsyncListener) arguments[0]);
                        }
                        return method.invoke(context, arguments);
                    });
        }
    }

    @BeforeEach
    void reset() {
        CONTEXTS.clear();
        LISTENERS.clear();
    }

    @Test
    void itsResponseIsNotReportedAsAnError(CapturedOutput output) throws Exception {
        try (TestServer server =
                TestServer.start(Application.class, "logging.level.io.mcpspring.http.ServletEndpoint=debug")) {
            McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
            Thread caller = new Thread(() -> client.call("late"));
            caller.setUncaughtExceptionHandler((thread, expected) -> {});
            caller.start();

            await().until(output::toString, log -> log.contains("before the response was complete"));
            CONTEXTS.take().complete();
            caller.join();
        }
        assertThat(output).doesNotContain(" ERROR ");
    }
}
