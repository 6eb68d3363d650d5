package io.mcpspring.support;

import io.mcpspring.protocol.ProtocolVersion;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/** A server as a user has it: a Spring Boot application with the starter, on a port of its own. */
public final class TestServer implements AutoCloseable {

    private static final Map<List<Object>, TestServer> SHARED = new ConcurrentHashMap<>();

    private final ConfigurableApplicationContext context;

    private TestServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * A server that all tests with the same beans and properties share, as long as the tests run.
     *
     * @param beans a class of {@code @Bean} methods, or of a component
     * @param properties such as {@code mcp.server.tools.page-size=2}
     */
    public static TestServer shared(Class<?> beans, String... properties) {
        return SHARED.computeIfAbsent(
                List.of(beans, Arrays.asList(properties)),
                key ->
                        // What tests have left behind is not waited for.
                        start(
                                beans,
                                Stream.concat(Stream.of("server.shutdown=immediate"), Stream.of(properties))
                                        .toArray(String[]::new)));
    }

    /** A server of the test's own, to be closed by it. */
    public static TestServer start(Class<?> beans, String... properties) {
        SpringApplication application = new SpringApplicationBuilder(AutoConfigured.class, beans)
                .web(WebApplicationType.REACTIVE)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.application.name=test-server",
                        "spring.jmx.enabled=false")
                .properties(properties)
                .build();
        return new TestServer(application.run());
    }

    /** A client of this revision; in a legacy revision it opens a session. */
    public McpTestClient client(ProtocolVersion version) {
        return client(version, "/mcp");
    }

    /** A client of this revision at another path. */
    public McpTestClient client(ProtocolVersion version, String path) {
        return new McpTestClient(URI.create("http://localhost:" + port() + path), version, "{}");
    }

    /** A client of this revision that declares capabilities, given as JSON. */
    public McpTestClient clientWith(ProtocolVersion version, String capabilities) {
        return clientWith(version, capabilities, "/mcp");
    }

    /** A client of this revision at another path that declares capabilities, given as JSON. */
    public McpTestClient clientWith(ProtocolVersion version, String capabilities, String path) {
        return new McpTestClient(URI.create("http://localhost:" + port() + path), version, capabilities);
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class AutoConfigured {

        // The global event loops would end with the first server that is closed.
        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }
    }
}
