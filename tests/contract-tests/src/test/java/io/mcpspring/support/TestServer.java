package io.mcpspring.support;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.McpTester;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/** A Spring Boot application with the starter, on a free port. */
public final class TestServer implements AutoCloseable {

    /**
     * A property with which a server detects soon that a client has left. Netty detects it at once in any case; servlet
     * containers detect it when they write.
     */
    public static final String DETECTS_LOST_CLIENTS =
            "mcp.server.http.sse.keep-alive=" + (WebStack.CURRENT == WebStack.NETTY ? "15s" : "300ms");

    private static final Map<List<Object>, TestServer> SHARED = new ConcurrentHashMap<>();

    private final ConfigurableApplicationContext context;

    private TestServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Returns the server that the tests of a class share that name the same beans and properties. It is closed after
     * the last of these tests, those of nested classes included. Tests must therefore not use static members of another
     * class of tests that keeps its servers in static fields.
     *
     * @param beans a class of {@code @Bean} methods, or of a component
     * @param properties such as {@code mcp.server.tools.page-size=2}
     */
    public static TestServer shared(Class<?> beans, String... properties) {
        return SHARED.computeIfAbsent(
                List.of(beans, Arrays.asList(properties)),
                key ->
                        // Requests that tests have left are not awaited.
                        start(
                                beans,
                                Stream.concat(Stream.of("server.shutdown=immediate"), Stream.of(properties))
                                        .toArray(String[]::new)));
    }

    static void closeShared() {
        SHARED.values().forEach(TestServer::close);
        SHARED.clear();
    }

    /** Starts a server for the test, which has to close it. */
    public static TestServer start(Class<?> beans, String... properties) {
        SpringApplication application = new SpringApplicationBuilder(AutoConfigured.class, beans)
                .web(WebStack.CURRENT.type)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.application.name=test-server",
                        "spring.jmx.enabled=false",
                        // Spring Security is on the class path, but no filter chain is configured.
                        "mcp.server.security.open=true",
                        // By default Tomcat waits 20 seconds for a client that does not read, and closes a connection
                        // after 100 requests, or when it was idle for 20 seconds.
                        "server.tomcat.connection-timeout=8s",
                        "server.tomcat.max-keep-alive-requests=-1",
                        "server.tomcat.keep-alive-timeout=-1")
                .properties(properties)
                .build();
        return new TestServer(application.run());
    }

    /** Returns a client of this revision; in a legacy revision it opens a session. */
    public McpTestClient client(ProtocolVersion version) {
        return client(version, "/mcp");
    }

    /** Returns a client of this revision at another path. */
    public McpTestClient client(ProtocolVersion version, String path) {
        return new McpTestClient(URI.create("http://localhost:" + port() + path), version, "{}");
    }

    /** Returns a client of this revision that declares capabilities, given as JSON. */
    public McpTestClient clientWith(ProtocolVersion version, String capabilities) {
        return clientWith(version, capabilities, "/mcp");
    }

    /** Returns a client of this revision at another path that declares capabilities, given as JSON. */
    public McpTestClient clientWith(ProtocolVersion version, String capabilities, String path) {
        return new McpTestClient(URI.create("http://localhost:" + port() + path), version, capabilities);
    }

    /** Returns a tester for this revision. */
    public McpTester tester(ProtocolVersion version) {
        return tester(version, "/mcp");
    }

    /** Returns a tester for this revision at another path. */
    public McpTester tester(ProtocolVersion version, String path) {
        return McpTester.bindToServer(URI.create("http://localhost:" + port() + path))
                .protocolVersion(version)
                .build();
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

        // The first server that is closed would end global event loops.
        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }
    }
}
