package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;

import io.mcpspring.connection.Connections;
import io.mcpspring.connection.StreamSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;

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
        ArgumentCaptor<StreamSettings> settings = ArgumentCaptor.captor();
        application
                .withBean(SpiedConnections.class)
                .run(context -> verify(context.getBean(Connections.class)).detecting(settings.capture()));
        return settings.getValue().keepAlive();
    }

    static class SpiedConnections implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof Connections ? spy(bean) : bean;
        }
    }
}
