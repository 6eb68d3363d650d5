package io.mcpspring.autoconfigure;

import io.mcpspring.lifecycle.ShutdownDeadline;
import io.mcpspring.lifecycle.ShutdownLifecycle;
import io.mcpspring.server.Shutdown;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The graceful shutdown of the server. */
@Configuration(proxyBeanMethods = false)
class ShutdownConfiguration {

    @Bean("io.mcpspring.shutdown")
    Shutdown mcpShutdown() {
        return new Shutdown();
    }

    @Bean("io.mcpspring.shutdownLifecycle")
    ShutdownLifecycle mcpShutdownLifecycle(Shutdown shutdown, Environment environment) {
        String manner = environment.getProperty("server.shutdown", "graceful");
        return new ShutdownLifecycle(shutdown, manner.equalsIgnoreCase("graceful"));
    }

    @Bean("io.mcpspring.shutdownDeadline")
    ShutdownDeadline mcpShutdownDeadline(Shutdown shutdown) {
        return new ShutdownDeadline(shutdown);
    }
}
