package io.mcpspring.autoconfigure.observation;

import io.mcpspring.McpServer;
import io.mcpspring.ServerParts;
import io.mcpspring.autoconfigure.McpServerAutoConfiguration;
import io.mcpspring.observation.CallMeters;
import io.mcpspring.observation.DurationBuckets;
import io.mcpspring.observation.McpServerObservationConvention;
import io.mcpspring.observation.MessageTracing;
import io.mcpspring.observation.ObservedRequests;
import io.mcpspring.observation.ServerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Auto-configuration of the observation of requests, for applications with an {@link ObservationRegistry}. */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = McpServerAutoConfiguration.class)
@ConditionalOnBean(McpServer.class)
public final class McpObservationAutoConfiguration {

    // Only Spring creates it.
    McpObservationAutoConfiguration() {}

    // The registry is looked up later: the observer is created with the server, perhaps before the registry.
    @Bean("io.mcpspring.observedRequests")
    ObservedRequests mcpObservedRequests(
            ObjectProvider<ObservationRegistry> registry, ObjectProvider<McpServerObservationConvention> convention) {
        return new ObservedRequests(registry, convention);
    }

    /** Configuration for meters. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class MeterConfiguration {

        private static final String CALL_METERS = "io.mcpspring.callMeters";

        @Bean("io.mcpspring.durationBuckets")
        static MeterFilter mcpDurationBuckets() {
            return new DurationBuckets();
        }

        @Bean("io.mcpspring.serverMeters")
        ServerMeters mcpServerMeters(@Qualifier("io.mcpspring.server") McpServer server) {
            ServerParts parts = server.parts();
            return new ServerMeters(parts.state(), parts.features(), parts.refusals());
        }

        @Bean(CALL_METERS)
        @ConditionalOnBean(MeterRegistry.class)
        @ConditionalOnMissingBean(name = CALL_METERS)
        CallMeters mcpCallMeters() {
            return new CallMeters();
        }
    }

    /** Configuration for tracing. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(TracingObservationHandler.class)
    @ConditionalOnBean({Tracer.class, Propagator.class})
    static class TracingConfiguration {

        // Before the handlers of Spring Boot, of which the first that supports a context handles it.
        @Bean("io.mcpspring.tracing")
        @Order(500)
        MessageTracing mcpTracing(Tracer tracer, Propagator propagator) {
            return new MessageTracing(tracer, propagator);
        }
    }
}
