package io.mcpspring.redis;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An instance of an application, in this process unless it has no context. */
record Instance(@Nullable ConfigurableApplicationContext context, int port) implements AutoCloseable {

    static final String SECRET = "a secret that all of the instances know";

    static Instance start(int redis, String... properties) {
        return startWithoutSecret(
                redis,
                Stream.concat(Stream.of("mcp.server.secret=" + SECRET), Stream.of(properties))
                        .toArray(String[]::new));
    }

    static Instance startWithoutSecret(int redis, String... properties) {
        boolean servlet = !System.getProperty("mcp.tests.stack", "netty").equals("netty");
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(servlet ? WebApplicationType.SERVLET : WebApplicationType.REACTIVE)
                .properties(Stream.concat(
                                Stream.of(
                                        "server.port=0",
                                        "server.address=127.0.0.1",
                                        "server.shutdown=immediate",
                                        "spring.main.banner-mode=off",
                                        "spring.application.name=desk",
                                        "spring.data.redis.host=127.0.0.1",
                                        "spring.data.redis.port=" + redis),
                                Stream.of(properties))
                        .toArray(String[]::new))
                .run();
        return new Instance(context, context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
    }

    static Instance at(int port) {
        return new Instance(null, port);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
