package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.http.StreamSettings;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.web.context.WebApplicationContext;

/** The keep-alive time of an application that does not set {@code mcp.server.http.sse.keep-alive}. */
class KeepAliveDefaultTests {

    @Test
    void isShortWhereALostClientIsDetectedByWriting() {
        assertThat(keepAlive(Runners.servlet())).isEqualTo(onServlets(Duration.ofSeconds(5)));
    }

    @Test
    void isLongOnNetty() {
        assertThat(keepAlive(Runners.reactive())).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void thePropertyAppliesToBoth() {
        String property = "mcp.server.http.sse.keep-alive=7s";
        assertThat(keepAlive(Runners.servlet().withPropertyValues(property)))
                .isEqualTo(onServlets(Duration.ofSeconds(7)));
        assertThat(keepAlive(Runners.reactive().withPropertyValues(property))).isEqualTo(Duration.ofSeconds(7));
    }

    /** The rest of the time is for the second comment, by which a container detects that a client is lost. */
    private static Duration onServlets(Duration keepAlive) {
        return keepAlive.multipliedBy(3).dividedBy(4);
    }

    private static Duration keepAlive(AbstractApplicationContextRunner<?, ?, ?> application) {
        AtomicReference<Object> settings = new AtomicReference<>();
        application.run(context -> {
            McpServer server = context.getBean(McpServer.class);
            settings.set(
                    context.getSourceApplicationContext() instanceof WebApplicationContext
                            ? field(field(server.httpRequestHandler(), "replies"), "settings")
                            : field(server.webHandler(), "streams"));
        });
        return ((StreamSettings) settings.get()).keepAlive();
    }

    private static Object field(Object object, String name) {
        return ReflectionTestUtils.getField(object, name);
    }
}
