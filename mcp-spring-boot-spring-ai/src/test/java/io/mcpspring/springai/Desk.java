package io.mcpspring.springai;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult.Action;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.util.List;
import java.util.Map;
import org.springframework.ai.mcp.annotation.McpMeta;
import org.springframework.ai.mcp.annotation.McpProgressToken;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpTool.McpAnnotations;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.ai.mcp.annotation.context.McpAsyncRequestContext;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import org.springframework.ai.mcp.annotation.context.MetaProvider;
import org.springframework.ai.mcp.annotation.context.StructuredElicitResult;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Tools with every type of Spring AI and of the SDK that a method may declare. */
class Desk {

    record Guest(String name, int age) {}

    record Room(int number, List<String> beds) {}

    public static class Tags implements MetaProvider {

        @Override
        public Map<String, Object> getMeta() {
            return Map.of("team", "front");
        }
    }

    @McpTool(
            name = "greet",
            description = "Greets a guest",
            annotations = @McpAnnotations(title = "Greeting", readOnlyHint = true, openWorldHint = false),
            metaProvider = Tags.class)
    String greet(
            @McpToolParam(description = "Name of the guest") String name,
            @McpToolParam(required = false) String title) {
        return "Hello " + (title == null ? "" : title + " ") + name;
    }

    @McpTool(generateOutputSchema = true)
    Room room(int number) {
        return new Room(number, List.of("single", "double"));
    }

    @McpTool
    Room roomAsText(int number) {
        return new Room(number, List.of());
    }

    @McpTool
    void lock() {}

    @McpTool
    CallToolResult receipt() {
        return CallToolResult.builder()
                .addTextContent("Paid")
                .addContent(McpSchema.ImageContent.builder("AQID", "image/png").build())
                .addContent(McpSchema.ResourceLink.builder()
                        .uri("file:///receipt")
                        .name("receipt")
                        .build())
                .build();
    }

    @McpTool
    Mono<String> later(String name) {
        return Mono.just("Later, " + name);
    }

    @McpTool
    Flux<String> several() {
        return Flux.just("one", "two");
    }

    @McpTool
    String register(McpSyncRequestContext context) {
        StructuredElicitResult<Guest> guest;
        try {
            guest = context.elicit(elicitation -> elicitation.message("Who are you?"), Guest.class);
        } catch (Exception ex) {
            return "Caught " + ex;
        }
        context.info("asked");
        context.progress(50);
        return guest.action() == Action.ACCEPT
                ? guest.structuredContent().name() + " is "
                        + guest.structuredContent().age()
                : String.valueOf(guest.action());
    }

    @McpTool
    Mono<String> interview(McpAsyncRequestContext context) {
        return context.elicit(elicitation -> elicitation.message("Who are you?"), Guest.class)
                .flatMap(guest ->
                        context.sample("Greet " + guest.structuredContent().name()))
                .map(answer -> ((McpSchema.TextContent) answer.content()).text());
    }

    @McpTool
    String roots(McpSyncServerExchange exchange, @McpProgressToken Object token) {
        exchange.progressNotification(
                ProgressNotification.builder(token, 1.0).total(2.0).build());
        return exchange.getClientInfo().name() + " at "
                + exchange.listRoots().roots().get(0).uri();
    }

    @McpTool
    Mono<String> capabilities(McpAsyncServerExchange exchange) {
        return Mono.just("sampling " + (exchange.getClientCapabilities().sampling() != null));
    }

    @McpTool
    String raw(CallToolRequest request, McpMeta meta, McpTransportContext transport) {
        return request.name() + request.arguments() + meta.get("shift") + transport.get("X-Desk");
    }

    @McpTool
    String broken() {
        throw new IllegalStateException("secret");
    }

    @McpTool
    Mono<String> brokenLater() {
        return Mono.error(new IllegalStateException("secret"));
    }

    @McpTool
    String refused() {
        throw McpError.builder(-30001)
                .message("The desk is closed")
                .data("until 8")
                .build();
    }
}
