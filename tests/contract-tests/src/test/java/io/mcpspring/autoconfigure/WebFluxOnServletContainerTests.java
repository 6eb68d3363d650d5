package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.reactive.TomcatReactiveWebServerFactory;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** A WebFlux application on Tomcat, which is not supported. */
@OnServletContainers("The application runs on Tomcat")
@ExtendWith(OutputCaptureExtension.class)
class WebFluxOnServletContainerTests {

    static class OnTomcat {

        @Bean
        TomcatReactiveWebServerFactory tomcat() {
            return new TomcatReactiveWebServerFactory();
        }

        @McpTool(description = "Returns the name of its thread")
        Mono<String> thread() {
            return Mono.fromSupplier(() -> Thread.currentThread().getName());
        }
    }

    @Test
    void theStartWarnsAndCallsAreServed(CapturedOutput output) {
        try (TestServer server = TestServer.start(OnTomcat.class, "spring.main.web-application-type=reactive")) {
            assertThat(output)
                    .contains("This is a Spring WebFlux application on a servlet container. The MCP server supports"
                            + " Spring WebFlux only on Reactor Netty: add spring-boot-starter-reactor-netty and remove"
                            + " the servlet container, or use Spring MVC");
            McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
            assertThat(client.call("thread").contentText()).isNotEmpty();
        }
    }
}
