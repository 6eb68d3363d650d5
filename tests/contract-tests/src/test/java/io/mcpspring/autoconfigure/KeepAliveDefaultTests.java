package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.webflux.WebFluxEndpoint;
import io.mcpspring.webmvc.ServletEndpoint;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.web.context.WebApplicationContext;

/** The keep-alive time of an application that does not set {@code mcp.server.http.sse.keep-alive}. */
class KeepAliveDefaultTests {

    @Test
    void isShortWhereALostClientIsDetectedByWriting() {
        assertThat(keepAlive(Runners.servlet())).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void isLongOnNetty() {
        assertThat(keepAlive(Runners.reactive())).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void thePropertyAppliesToBoth() {
        String property = "mcp.server.http.sse.keep-alive=7s";
        assertThat(keepAlive(Runners.servlet().withPropertyValues(property))).isEqualTo(Duration.ofSeconds(7));
        assertThat(keepAlive(Runners.reactive().withPropertyValues(property))).isEqualTo(Duration.ofSeconds(7));
    }

    private static Duration keepAlive(AbstractApplicationContextRunner<?, ?, ?> application) {
        AtomicReference<StreamSettings> settings = new AtomicReference<>();
        application.run(context -> {
            McpServer server = context.getBean(McpServer.class);
            settings.set(
                    context.getSourceApplicationContext() instanceof WebApplicationContext
                            ? ((ServletEndpoint) server.httpRequestHandler()).streams()
                            : ((WebFluxEndpoint) server.webHandler()).streams());
        });
        return settings.get().keepAlive();
    }
}
