package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;
import org.springframework.context.annotation.Configuration;

/** An application that is deployed to a Tomcat that it has not started. */
@OnServletContainers("The application is a Spring MVC application")
@ExtendWith(OutputCaptureExtension.class)
class WarTests {

    private static final Semaphore INTERRUPTED = new Semaphore(0);

    private static final Tomcat TOMCAT = new Tomcat();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends SpringBootServletInitializer {

        @Override
        protected SpringApplicationBuilder configure(SpringApplicationBuilder application) {
            return application
                    .sources(Application.class)
                    .properties("spring.main.banner-mode=off", "mcp.server.http.sse.keep-alive=300ms");
        }

        @McpTool(description = "Greets")
        String greet(String name) {
            return "Hello, " + name + "!";
        }

        @McpTool(description = "Reports progress and waits")
        String patient(McpExchange exchange) throws InterruptedException {
            exchange.progress(1);
            try {
                new Semaphore(0).acquire();
                return "";
            } catch (InterruptedException ex) {
                INTERRUPTED.release();
                throw ex;
            }
        }
    }

    @BeforeAll
    static void deploy(@TempDir Path directory) throws LifecycleException {
        TOMCAT.setBaseDir(directory.toString());
        TOMCAT.setPort(0);
        TOMCAT.getConnector();
        Context context = TOMCAT.addContext("/shop", directory.toString());
        context.addServletContainerInitializer((types, servlets) -> new Application().onStartup(servlets), Set.of());
        TOMCAT.start();
    }

    @AfterAll
    static void stop() throws LifecycleException {
        TOMCAT.stop();
        TOMCAT.destroy();
    }

    private static int port() {
        return TOMCAT.getConnector().getLocalPort();
    }

    private static McpTestClient client(ProtocolVersion version) {
        return new McpTestClient(URI.create("http://localhost:" + port() + "/shop/mcp"), version, "{}");
    }

    @EveryRevision
    void theEndpointIsBelowThePathOfTheDeployment(ProtocolVersion version) {
        assertThat(client(version).call("greet", "{\"name\": \"Ada\"}").contentText())
                .isEqualTo("Hello, Ada!");
    }

    @Test
    void aCallIsCancelledWhenItsClientHasGone() throws Exception {
        EventStream stream = client(ProtocolVersion.V2026_07_28).streamCall("patient", "{}", "1");
        stream.nextMessage();
        stream.close();
        assertThat(INTERRUPTED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void errorsKeepTheirText() {
        RawHttp.Response response = RawHttp.send(port(), "GET /shop/mcp/");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.json().at("/error/message").stringValue()).isEqualTo("The path must be exactly /shop/mcp");
    }

    @Test
    void theLogNamesThePath(CapturedOutput output) {
        assertThat(output).contains(" at /shop/mcp: 2 tools").doesNotContain(" WARN ", " ERROR ");
    }
}
