package io.mcpspring.contract.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mcpspring.McpServer;
import io.mcpspring.McpServerBuilder;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** Servers of applications without Spring Boot. */
class PlainSpringTests {

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        @Bean
        Orders orders() {
            return new Orders();
        }

        @Bean
        Stock stock() {
            return new Stock();
        }
    }

    static class Orders {

        @McpTool(description = "Finds an order")
        String findOrder(String id) {
            return "The order " + id;
        }
    }

    static class Stock {

        @McpTool(description = "Counts what is in stock", rate = "1/1h", tags = "counting")
        int count(String item) {
            return item.length();
        }

        @McpTool(description = "Waits for a delivery", timeout = "100ms")
        String await() throws InterruptedException {
            new CountDownLatch(1).await();
            return "never";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebFlux
    static class OneServer {

        @Bean
        McpServer mcpServer(ConfigurableApplicationContext application) {
            return McpServer.builder(application)
                    .implementation(new Implementation("orders", "1.0"))
                    .toolset("stock", "counting", "waiting")
                    .build();
        }

        @Bean
        HandlerMapping mcpMapping(McpServer server) {
            return new SimpleUrlHandlerMapping(Map.of(server.path(), server.webHandler()), -1);
        }
    }

    @EveryRevision
    void servesAWebFluxApplication(ProtocolVersion version) {
        try (AnnotationConfigApplicationContext application =
                new AnnotationConfigApplicationContext(Beans.class, OneServer.class)) {
            DisposableServer server = serve(application);
            McpTestClient client = client(server.port(), "/mcp", version);
            assertThat(tools(client)).containsExactly("await", "count", "findOrder");
            assertThat(client.call("findOrder", "{\"id\":\"N17\"}").contentText())
                    .isEqualTo("The order N17");
            assertThat(tools(client(server.port(), "/mcp?toolsets=stock", version)))
                    .containsExactly("count");
            server.disposeNow();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebFlux
    static class TwoServers {

        @Bean
        McpServer ordersServer(ConfigurableApplicationContext application) {
            return McpServer.builder(application)
                    .path("/orders/mcp")
                    .beans("orders"::equals)
                    .build();
        }

        @Bean
        McpServer stockServer(ConfigurableApplicationContext application) {
            return McpServer.builder(application)
                    .path("/stock/mcp")
                    .beans("stock"::equals)
                    .build();
        }

        @Bean
        HandlerMapping mcpMapping(McpServer ordersServer, McpServer stockServer) {
            return new SimpleUrlHandlerMapping(
                    Map.of(
                            ordersServer.path(), ordersServer.webHandler(),
                            stockServer.path(), stockServer.webHandler()),
                    -1);
        }
    }

    @EveryRevision
    void serversOfAnApplicationServeDifferentBeans(ProtocolVersion version) {
        try (AnnotationConfigApplicationContext application =
                new AnnotationConfigApplicationContext(Beans.class, TwoServers.class)) {
            DisposableServer server = serve(application);
            assertThat(tools(client(server.port(), "/orders/mcp", version))).containsExactly("findOrder");
            McpTestClient stock = client(server.port(), "/stock/mcp", version);
            assertThat(tools(stock)).containsExactly("await", "count");
            assertThat(stock.call("count", "{\"item\":\"tea\"}").contentText()).isEqualTo("3");
            assertThat(stock.call("count", "{\"item\":\"tea\"}").contentText()).startsWith("Too many calls.");
            assertThat(stock.call("await", "{}").contentText()).contains("did not finish within 100 ms");
            server.disposeNow();
        }
    }

    private static DisposableServer serve(ConfigurableApplicationContext application) {
        return HttpServer.create()
                .host("localhost")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(
                        WebHttpHandlerBuilder.applicationContext(application).build()))
                .bindNow();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    static class ServletServer {

        @Bean
        McpServer mcpServer(ConfigurableApplicationContext application) {
            return McpServer.builder(application).build();
        }

        @Bean
        org.springframework.web.servlet.HandlerMapping mcpMapping(McpServer server) {
            return new org.springframework.web.servlet.handler.SimpleUrlHandlerMapping(
                    Map.of(server.path(), server.httpRequestHandler()), -1);
        }
    }

    @EveryRevision
    void servesASpringMvcApplication(ProtocolVersion version, @TempDir Path folder) throws LifecycleException {
        AnnotationConfigWebApplicationContext application = new AnnotationConfigWebApplicationContext();
        application.register(Beans.class, ServletServer.class);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", folder.toString());
        var servlet = Tomcat.addServlet(context, "dispatcher", new DispatcherServlet(application));
        servlet.setAsyncSupported(true);
        servlet.setLoadOnStartup(1);
        context.addServletMappingDecoded("/", "dispatcher");
        tomcat.start();
        try {
            McpTestClient client = client(tomcat.getConnector().getLocalPort(), "/mcp", version);
            assertThat(client.call("findOrder", "{\"id\":\"N17\"}").contentText())
                    .isEqualTo("The order N17");
        } finally {
            tomcat.stop();
            tomcat.destroy();
        }
    }

    @Test
    void aBuilderRefusesWhatTheAutoConfigurationRefuses() {
        McpServerBuilder builder = McpServer.builder(new GenericApplicationContext());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.secrets(List.of("tooshort")))
                .withMessage("'secrets' must have at least 32 bytes each");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.path("mcp"))
                .withMessage("'path' must begin with a slash: mcp");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.protocolVersions(List.of()))
                .withMessage("'protocolVersions' must name at least one revision");
    }

    private static McpTestClient client(int port, String path, ProtocolVersion version) {
        return new McpTestClient(URI.create("http://localhost:" + port + path), version, "{}");
    }

    private static List<String> tools(McpTestClient client) {
        return client.request("tools/list", "{}")
                .result()
                .path("tools")
                .valueStream()
                .map(tool -> tool.path("name").stringValue())
                .toList();
    }
}
