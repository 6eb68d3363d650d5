package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;

/** A server that the application builds beside that of the auto-configuration. */
class SecondServerTests {

    @EveryRevision
    void bothServersServeAgainWhenTheApplicationIsRestarted(ProtocolVersion version) {
        try (TestServer server = TestServer.start(TwoServers.class, "server.shutdown=immediate")) {
            assertServes(server, version);
            server.context().restart();
            assertServes(server, version);
        }
    }

    @EveryRevision
    void bothServersAnswerTheirCallsWhenTheTimeOfTheShutdownIsOver(ProtocolVersion version) throws Exception {
        TestServer server = TestServer.start(
                TwoServers.class, "server.shutdown=graceful", "spring.lifecycle.timeout-per-shutdown-phase=500ms");
        CompletableFuture<Answer> running;
        try (server) {
            McpTestClient client = server.client(version, "/second");
            running = CompletableFuture.supplyAsync(() -> client.call("waitForever", "{}"));
            TwoServers.BEGUN.acquire();
        }
        assertThat(running.get(10, TimeUnit.SECONDS).error().get("message").stringValue())
                .contains("shutting down");
    }

    private static void assertServes(TestServer server, ProtocolVersion version) {
        for (String path : new String[] {"/mcp", "/second"}) {
            assertThat(server.client(version, path).call("greet", "{}").contentText())
                    .isEqualTo("Hello");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoServers {

        static final Semaphore BEGUN = new Semaphore(0);

        @McpTool
        void waitForever() throws InterruptedException {
            BEGUN.release();
            new Semaphore(0).acquire();
        }

        @McpTool
        String greet() {
            return "Hello";
        }

        @Bean
        McpServer second(ConfigurableApplicationContext application) {
            return McpServer.builder(application).path("/second").build();
        }

        @Bean
        @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
        HandlerMapping reactiveMapping(McpServer second) {
            return new SimpleUrlHandlerMapping(Map.of(second.path(), second.webHandler()), -1);
        }

        @Bean
        @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
        org.springframework.web.servlet.HandlerMapping servletMapping(McpServer second) {
            return new org.springframework.web.servlet.handler.SimpleUrlHandlerMapping(
                    Map.of(second.path(), second.httpRequestHandler()), -1);
        }
    }
}
