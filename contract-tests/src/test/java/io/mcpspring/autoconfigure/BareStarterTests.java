package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.TestServer;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A server without any optional library. */
@OnNetty("The starter of WebFlux")
class BareStarterTests {

    private static final List<String> OPTIONAL = List.of(
            "bucket4j",
            "context-propagation",
            "hibernate-validator",
            "jakarta.servlet",
            "jakarta.validation-api",
            "spring-boot-actuator",
            "spring-boot-security",
            "spring-boot-servlet",
            "spring-boot-tomcat",
            "spring-boot-validation",
            "spring-boot-webmvc",
            "spring-security",
            "spring-webmvc",
            "swagger-annotations",
            "tomcat-");

    @Test
    void theServerRunsWithTheLibrariesOfTheStarterAlone() throws Exception {
        assertThat(served()).isEqualTo("Hello, Ada Lovelace! {\"type\":\"string\"}");
    }

    /** Returns the result of a call and the schema of its argument, from a server without the optional libraries. */
    private static String served() throws IOException, ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            return (String) loader.loadClass(Application.class.getName())
                    .getMethod("serve")
                    .invoke(null);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL[] classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> OPTIONAL.stream().noneMatch(entry.getFileName().toString()::startsWith))
                .map(BareStarterTests::url)
                .toArray(URL[]::new);
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException ex) {
            throw new IllegalArgumentException(ex);
        }
    }

    public static final class Application {

        private Application() {}

        public static String serve() {
            try (TestServer server = TestServer.start(Greeter.class, "spring.reactor.netty.shutdown-quiet-period=0s")) {
                McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
                return client.call("greet", "{\"name\": \"Ada Lovelace\"}").contentText() + " "
                        + client.request("tools/list", "{}").result().at("/tools/0/inputSchema/properties/name");
            }
        }
    }

    static class Greeter {

        @McpTool
        String greet(@Size(max = 5) @Schema(description = "Whom to greet") String name) {
            return "Hello, " + name + "!";
        }
    }
}
