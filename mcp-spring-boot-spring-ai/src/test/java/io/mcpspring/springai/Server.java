package io.mcpspring.springai;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.McpTester;
import java.net.URI;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application that is written for Spring AI, on the web stack that the system property names. */
record Server(ConfigurableApplicationContext context) implements AutoCloseable {

    private static final boolean NETTY =
            System.getProperty("mcp.tests.stack", "netty").equals("netty");

    static Server start(Class<?> beans, String... properties) {
        return new Server(new SpringApplicationBuilder(Application.class, beans)
                .web(NETTY ? WebApplicationType.REACTIVE : WebApplicationType.SERVLET)
                .run(Stream.concat(
                                Stream.of(
                                        "server.port=0",
                                        "server.shutdown=immediate",
                                        "spring.main.banner-mode=off",
                                        "spring.jmx.enabled=false"),
                                Stream.of(properties))
                        .map(property -> "--" + property)
                        .toArray(String[]::new)));
    }

    /** Returns a client of the newest revision. */
    McpTester client() {
        return client(ProtocolVersion.newest());
    }

    McpTester client(ProtocolVersion version) {
        return client(version, builder -> {});
    }

    McpTester client(ProtocolVersion version, Consumer<McpTester.Builder> with) {
        McpTester.Builder builder = McpTester.bindToServer(URI.create(
                        "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/mcp"))
                .protocolVersion(version);
        with.accept(builder);
        return builder.build();
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
