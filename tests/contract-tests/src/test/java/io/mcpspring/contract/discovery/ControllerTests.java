package io.mcpspring.contract.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import com.netflix.graphql.dgs.DgsQuery;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.rest.core.annotation.RestResource;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.service.annotation.GetExchange;

/** Methods that handle HTTP requests are protected by rules for their paths, which do not apply to clients. */
class ControllerTests {

    @ParameterizedTest
    @ValueSource(
            classes = {
                OfPrompt.class,
                OfResource.class,
                OfActuator.class,
                OfStereotype.class,
                OfDgs.class,
                OfDataRest.class
            })
    void aMethodThatHandlesHttpRequestsIsRefusedIfSpringDoesNotDispatchItsCalls(Class<?> controller) {
        assertThatException()
                .isThrownBy(() -> TestServer.start(controller).close())
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(McpMethodException.class, refused -> {
                    assertThat(refused.method()).isEqualTo("orders()");
                    assertThat(refused.reason()).startsWith("It also handles HTTP requests");
                    assertThat(refused.cure()).contains("service");
                });
    }

    @ParameterizedTest
    @ValueSource(classes = {Annotated.class, ByInterface.class, ByExchange.class})
    void aToolThatHandlesHttpRequestsIsCalledByOne(Class<?> controller) {
        try (TestServer server = TestServer.start(controller)) {
            assertThat(server.client(ProtocolVersion.V2026_07_28)
                            .call("orders", "{}")
                            .contentText())
                    .isEqualTo("orders");
        }
    }

    /** Another method of the controller, and the same method of a bean that is not a controller. */
    @Test
    void otherMethodsAreServed() {
        try (TestServer server = TestServer.start(Served.class)) {
            for (String tool : new String[] {"help", "orders"}) {
                assertThat(server.client(ProtocolVersion.V2026_07_28)
                                .call(tool, "{}")
                                .contentText())
                        .isEqualTo(tool);
            }
        }
    }

    @Endpoint(id = "orders")
    static class OfActuator {

        @McpTool
        @ReadOperation
        public String orders() {
            return "orders";
        }
    }

    /** Spring Data REST has such stereotypes for methods that it calls. */
    @Component
    static class OfStereotype {

        @McpTool
        @PostMapping("/api/admin/orders")
        public String orders() {
            return "orders";
        }
    }

    @Component
    static class OfDgs {

        @McpTool
        @DgsQuery
        public String orders() {
            return "orders";
        }
    }

    @Component
    static class OfDataRest {

        @McpTool
        @RestResource
        public String orders() {
            return "orders";
        }
    }

    interface Orders {

        @GetMapping("/api/orders")
        @McpTool
        String orders();
    }

    interface Exchanged {

        @GetExchange("/api/orders")
        String orders();
    }

    @RestController
    static class Annotated {

        @McpTool
        @PostMapping("/api/admin/orders")
        public String orders() {
            return "orders";
        }
    }

    @RestController
    static class ByInterface implements Orders {

        @Override
        public String orders() {
            return "orders";
        }
    }

    @RestController
    static class ByExchange implements Exchanged {

        @Override
        @McpTool
        public String orders() {
            return "orders";
        }
    }

    @RestController
    static class OfPrompt {

        @McpPrompt
        @GetMapping("/api/orders")
        public String orders() {
            return "orders";
        }
    }

    @RestController
    static class OfResource {

        @McpResource(uri = "shop://orders")
        @GetMapping("/api/orders")
        public String orders() {
            return "orders";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Served {

        @Bean
        Service service() {
            return new Service();
        }

        @RestController
        static class Page {

            @GetMapping("/page")
            public String page() {
                return "page";
            }

            @McpTool
            public String help() {
                return "help";
            }
        }
    }

    static class Service implements Orders {

        @Override
        public String orders() {
            return "orders";
        }
    }
}
