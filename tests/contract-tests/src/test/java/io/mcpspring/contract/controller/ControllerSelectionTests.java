package io.mcpspring.contract.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.annotation.McpIcon;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.swagger.v3.oas.annotations.tags.Tags;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.Resource;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.SessionAttribute;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Which handler methods are tools, and how they are described. */
class ControllerSelectionTests {

    private static final String INCLUDE = "mcp.server.controllers.include=";

    private final TestServer server = TestServer.shared(
            Application.class,
            INCLUDE + "/orders/**",
            "mcp.server.toolsets.orders.tags=Orders",
            "mcp.server.toolsets.single.tags=Single order",
            "mcp.server.toolsets.changing.tags=changing,Removal",
            "mcp.server.toolsets.own.tags=own");

    private final McpTestClient client = server.client(ProtocolVersion.V2026_07_28);

    @Test
    void noHandlerMethodIsAToolByDefault() {
        assertThat(tools(TestServer.shared(Application.class).client(ProtocolVersion.V2026_07_28)))
                .containsOnlyKeys("replace", "removeAll", "find_order");
    }

    @Test
    void thePropertySelectsMethodsForGet() {
        assertThat(tools(client)).containsOnlyKeys("replace", "removeAll", "find_order", "orders_list");
        assertThat(client.call("orders_list", "{}").contentText()).isEqualTo("all");
    }

    @Test
    void thePropertySelectsOtherHttpMethodsThatItNames() {
        McpTestClient all = TestServer.shared(Application.class, INCLUDE + "/orders/**,POST /orders,/other")
                .client(ProtocolVersion.V2026_07_28);
        assertThat(tools(all))
                .containsOnlyKeys("replace", "removeAll", "find_order", "orders_list", "orders_add", "orders_other");
    }

    private final McpTestClient ofClass =
            TestServer.shared(CatalogController.class).client(ProtocolVersion.V2026_07_28);

    @Test
    void theAnnotationOnAControllerSelectsItsMethodsForGet() {
        assertThat(tools(ofClass)).containsOnlyKeys("catalog_list", "find_item", "rename");
        assertThat(ofClass.call("catalog_list", "{}").result().has("structuredContent"))
                .isFalse();
        assertThat(ofClass.call("find_item", "{\"id\": \"7\"}").result().at("/structuredContent/id"))
                .isEqualTo(StringNode.valueOf("7"));
    }

    @Test
    void theAnnotationOnAControllerHasDefaultsForItsTools() {
        JsonNode listed = tools(ofClass).get("catalog_list");
        assertThat(listed.at("/annotations/openWorldHint").booleanValue()).isFalse();
        assertThat(listed.at("/icons/0/src").stringValue()).isEqualTo("https://example.com/catalog.png");
        JsonNode found = tools(ofClass).get("find_item");
        assertThat(found.at("/annotations/openWorldHint").booleanValue()).isTrue();
        assertThat(found.at("/icons/0/src").stringValue()).isEqualTo("https://example.com/catalog.png");
    }

    @Test
    void whatNoAnnotationDescribesIsDescribedByJavadoc() {
        assertThat(tools(ofClass).get("catalog_list").get("description").stringValue())
                .isEqualTo("Lists all items.");
        assertThat(tools(ofClass)
                        .get("find_item")
                        .at("/inputSchema/properties/id/description")
                        .stringValue())
                .isEqualTo("the number on the label");
    }

    @ParameterizedTest
    @ValueSource(classes = {NamedController.class, NoController.class})
    void anAnnotationOnAClassThatCannotHoldForItsToolsStopsTheStart(Class<?> annotated) {
        assertThatException()
                .isThrownBy(() -> TestServer.start(annotated).close())
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(McpConfigurationException.class, refused -> {
                    assertThat(refused).hasMessageContaining(annotated.getName());
                    assertThat(refused.getMessage() + refused.cure())
                            .contains(
                                    annotated == NoController.class
                                            ? "is not a controller.Annotate the methods"
                                            : "sets 'description', which belongs to one tool.Set it on the method");
                });
    }

    private static Map<String, JsonNode> tools(McpTestClient client) {
        Map<String, JsonNode> tools = new LinkedHashMap<>();
        client.request("tools/list", "{}")
                .result()
                .get("tools")
                .forEach(tool -> tools.put(tool.get("name").stringValue(), tool));
        return tools;
    }

    @ParameterizedTest
    @CsvSource({
        "orders_list, true, null, null",
        "find_order, true, null, null",
        "replace, null, null, true",
        "removeAll, null, false, true"
    })
    void hintsFollowFromTheHttpMethodUnlessTheyAreGiven(
            String tool, String readOnly, String destructive, String idempotent) {
        JsonNode hints = tools(client).get(tool).get("annotations");
        assertThat(hints.path("readOnlyHint").asString("null")).isEqualTo(readOnly);
        assertThat(hints.path("destructiveHint").asString("null")).isEqualTo(destructive);
        assertThat(hints.path("idempotentHint").asString("null")).isEqualTo(idempotent);
    }

    @Test
    void theDescriptionIsThatOfTheOperation() {
        assertThat(tools(client).get("find_order").get("description").stringValue())
                .isEqualTo("Finds an order. By its id");
        assertThat(tools(client).get("replace").get("description").stringValue())
                .isEqualTo("Replaces");
    }

    @ParameterizedTest
    @CsvSource({
        "orders, find_order orders_list removeAll replace",
        "single, find_order replace",
        "changing, removeAll replace",
        "own, replace"
    })
    void tagsOfOpenApiAreTagsOfTheTools(String toolset, String expected) {
        McpTestClient selecting = server.client(ProtocolVersion.V2026_07_28, "/mcp?toolsets=" + toolset);
        assertThat(String.join(" ", tools(selecting).keySet())).isEqualTo(expected);
    }

    @Tag(name = "Orders")
    interface Documented {

        @Hidden
        @GetMapping("/orders/documented")
        String documented();
    }

    @McpTool
    static class NoController {}

    @McpTool(description = "Items")
    @RestController
    static class NamedController {

        @GetMapping("/items")
        String list() {
            return "";
        }
    }

    record Item(String id) {}

    interface Catalog {

        @Deprecated
        @GetMapping("/catalog/old")
        String old();
    }

    @McpTool(
            openWorldHint = false,
            structured = McpTool.Structured.NEVER,
            icons = @McpIcon(src = "https://example.com/catalog.png"))
    @RestController
    @RequestMapping("/catalog")
    static class CatalogController implements Catalog {

        @GetMapping
        List<Item> list() {
            return List.of(new Item("7"));
        }

        @McpTool(name = "find_item", openWorldHint = true, structured = McpTool.Structured.ALWAYS)
        @GetMapping("/{id}")
        Item find(@PathVariable String id) {
            return new Item(id);
        }

        @PostMapping
        void add() {}

        @McpTool
        @PutMapping("/{id}")
        void rename(@PathVariable String id) {}

        @Hidden
        @GetMapping("/hidden")
        String hidden() {
            return "";
        }

        @Override
        public String old() {
            return "";
        }

        @GetMapping("/session")
        String session(@SessionAttribute String user) {
            return user;
        }
    }

    @RestController
    @Scope("request")
    static class OfRequest {

        @GetMapping("/orders/of-request")
        String ofRequest() {
            return "";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @Import(OfRequest.class)
    static class OfSpringMvc {}

    @RestController
    @RequestMapping
    static class OrdersController implements Documented {

        @GetMapping("/orders")
        String list() {
            return "all";
        }

        @McpTool
        @Tag(name = "Single order")
        @Operation(operationId = "find_order", summary = "Finds an order.", description = "By its id")
        @GetMapping("/orders/{id}")
        String find(@PathVariable String id) {
            return id;
        }

        @PostMapping("/orders")
        void add() {}

        @McpTool(description = "Replaces", tags = "own")
        @Tag(name = "Single order")
        @Tag(name = "Other")
        @Operation(summary = "Other", tags = "changing")
        @PutMapping("/orders/{id}")
        void replace(@PathVariable String id) {}

        @McpTool(destructiveHint = false)
        @Tags(@Tag(name = "Removal"))
        @DeleteMapping("/orders")
        void removeAll() {}

        @Hidden
        @GetMapping("/orders/hidden")
        String hidden() {
            return "";
        }

        @GetMapping("/orders/file")
        String file(@RequestBody Resource file) {
            return "";
        }

        @GetMapping("/orders/session")
        String session(@SessionAttribute String user) {
            return user;
        }

        @Override
        public String documented() {
            return "";
        }

        @Deprecated
        @GetMapping("/orders/old")
        String old() {
            return "";
        }

        @Operation(hidden = true)
        @GetMapping("/orders/internal")
        String internal() {
            return "";
        }

        @GetMapping("/other")
        String other() {
            return "";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({OrdersController.class, OfSpringMvc.class})
    static class Application {}
}
