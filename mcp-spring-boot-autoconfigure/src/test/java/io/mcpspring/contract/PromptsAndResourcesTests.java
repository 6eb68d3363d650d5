package io.mcpspring.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.TaskSupport;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.McpExchange;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Prompts and resources beside tools, written in the same way. */
class PromptsAndResourcesTests {

    enum Tone {
        FRIENDLY, FORMAL
    }

    record Order(String id, int pallets) {
    }

    static class Desk {

        @McpPrompt(description = "Writes a letter")
        List<PromptMessage> letter(@McpPromptParam(description = "To whom") String customer, Tone tone,
                Optional<Integer> pages) {
            return List.of(PromptMessage.user("Write to " + customer + " in a " + tone + " tone, " + pages),
                    PromptMessage.assistant("Dear " + customer));
        }

        @McpComplete(prompt = "letter", argument = "customer")
        Mono<List<String>> customers(String typed, Map<String, String> settled) {
            return Mono.just(List.of(typed + "-" + settled.getOrDefault("tone", "none")));
        }

        @McpResource(uri = "orders://all", description = "All orders")
        List<Order> orders() {
            return List.of(new Order("N17", 3));
        }

        @McpResource(uri = "orders://{id}/{+part}", description = "A part of an order")
        String part(String id, String part) {
            return id.equals("none") ? null : id + ":" + part;
        }

        @McpTool(description = "Takes long", task = TaskSupport.OPTIONAL)
        String slow(McpExchange exchange) throws InterruptedException {
            Thread.sleep(400);
            return "done";
        }
    }

    private static final TestServer SERVER = TestServer.shared(Desk.class);

    @ParameterizedTest
    @EnumSource
    void aResourceIsListedAndRead(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(client.request("resources/list", "{}").result().at("/resources/0/uri").stringValue())
                .isEqualTo("orders://all");
        assertThat(client.request("resources/templates/list", "{}").result().at("/resourceTemplates/0/uriTemplate")
                .stringValue()).isEqualTo("orders://{id}/{+part}");
        assertThat(client.request("resources/read", "{\"uri\": \"orders://all\"}").result()
                .at("/contents/0/text").stringValue()).isEqualTo("[{\"id\":\"N17\",\"pallets\":3}]");
        assertThat(client.request("resources/read", "{\"uri\": \"orders://N%201/a/b\"}").result()
                .at("/contents/0/text").stringValue()).isEqualTo("N 1:a/b");
        assertThat(client.request("resources/read", "{\"uri\": \"orders://none/a\"}").errorCode())
                .isEqualTo(version.isModern() ? -32602 : -32002);
    }

    @Test
    void aSlowToolBecomesATask() throws InterruptedException {
        McpTestClient client = SERVER.clientWith(ProtocolVersion.V2026_07_28,
                "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}");
        Answer created = client.call("slow");
        String id = created.result().get("taskId").stringValue();
        assertThat(created.result().get("resultType").stringValue()).isEqualTo("task");
        JsonNode task = client.request("tasks/get", "{\"taskId\": \"" + id + "\"}").result();
        assertThat(task.get("status").stringValue()).as(task.toString()).isEqualTo("working");
        try (EventStream listen = client.stream("subscriptions/listen",
                "{\"notifications\": {\"taskIds\": [\"" + id + "\"]}}")) {
            listen.nextMessage();
            assertThat(listen.nextMessage().at("/params/result/content/0/text").stringValue()).isEqualTo("done");
        }
    }
}
