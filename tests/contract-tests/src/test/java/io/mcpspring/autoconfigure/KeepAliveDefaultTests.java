package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;

import io.mcpspring.McpServer;
import io.mcpspring.connection.Connections;
import io.mcpspring.connection.ReactorNettyConnections;
import io.mcpspring.connection.ServletConnections;
import io.mcpspring.connection.StreamSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;

/** The keep-alive time of an application that does not set {@code mcp.server.http.sse.keep-alive}. */
class KeepAliveDefaultTests {

    @Test
    void isShortWhereALostClientIsDetectedByWriting() {
        assertThat(keepAlive(new ServletConnections(), Runners.servlet())).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void isLongOnNetty() {
        assertThat(keepAlive(new ReactorNettyConnections(), Runners.reactive())).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void thePropertyAppliesToBoth() {
        String property = "mcp.server.http.sse.keep-alive=7s";
        assertThat(keepAlive(new ServletConnections(), Runners.servlet().withPropertyValues(property)))
                .isEqualTo(Duration.ofSeconds(7));
        assertThat(keepAlive(new ReactorNettyConnections(), Runners.reactive().withPropertyValues(property)))
                .isEqualTo(Duration.ofSeconds(7));
    }

    private static Duration keepAlive(Connections connections, AbstractApplicationContextRunner<?, ?, ?> application) {
        Connections spied = spy(connections);
        ArgumentCaptor<StreamSettings> settings = ArgumentCaptor.captor();
        application.run(context -> {
            context.getBean(McpServer.class).endpoint(spied);
            verify(spied).detecting(settings.capture());
        });
        return settings.getValue().keepAlive();
    }
}
