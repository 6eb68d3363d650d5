package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.task.McpTask;
import io.mcpspring.task.McpTaskStore;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health indicator of the channel and the store that instances share. */
class HealthTests {

    @Test
    void aChannelOrStoreThatFailsIsReportedAndLeavesTheInstanceAlive() {
        ObservedServer server = ObservedServer.of(
                Era.MODERN,
                Sharing.class,
                "management.health.mcp.enabled=true",
                "management.endpoint.health.show-components=always",
                "management.endpoint.health.probes.enabled=true");
        Shared shared = server.context().getBean(Shared.class);
        assertThat(health(server, "/mcp")).isEqualTo(200);
        for (boolean ofChannel : new boolean[] {true, false}) {
            shared.channelFails = ofChannel;
            shared.storeFails = !ofChannel;
            assertThat(health(server, "/mcp")).isEqualTo(503);
            assertThat(health(server, "")).isEqualTo(503);
            assertThat(health(server, "/liveness")).isEqualTo(200);
            assertThat(health(server, "/readiness")).isEqualTo(200);
        }
        shared.storeFails = false;
        assertThat(health(server, "/mcp")).isEqualTo(200);
    }

    private static int health(ObservedServer server, String path) {
        return server.get("/actuator/health" + path).statusCode();
    }

    @Configuration(proxyBeanMethods = false)
    static class Sharing {

        @Bean
        Shared shared() {
            return new Shared();
        }
    }

    static class Shared implements McpInstanceChannel, McpTaskStore {

        private volatile boolean channelFails;

        private volatile boolean storeFails;

        @Override
        public void publish(byte[] message) {}

        @Override
        public void subscribe(Consumer<byte[]> listener) {}

        @Override
        public void check() {
            if (channelFails) {
                throw new IllegalStateException("The broker does not respond");
            }
        }

        @Override
        public boolean save(McpTask task) {
            return true;
        }

        @Override
        public Optional<McpTask> find(String id) {
            if (storeFails) {
                throw new IllegalStateException("The database does not respond");
            }
            return Optional.empty();
        }
    }
}
