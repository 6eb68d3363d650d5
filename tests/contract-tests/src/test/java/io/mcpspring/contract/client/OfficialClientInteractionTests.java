package io.mcpspring.contract.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Tools send notifications and questions to the client of the official Java SDK. */
@Tag("change")
class OfficialClientInteractionTests {

    private static final TestServer SERVER = TestServer.shared(Kitchen.class);

    static final List<String> REVISIONS = List.of("2025-03-26", "2025-06-18", "2025-11-25");

    private final List<ProgressNotification> progress = new CopyOnWriteArrayList<>();

    private final BlockingQueue<LoggingMessageNotification> log = new LinkedBlockingQueue<>();

    private final BlockingQueue<List<Tool>> changes = new LinkedBlockingQueue<>();

    private ElicitResult filledIn = ElicitResult.builder(ElicitResult.Action.ACCEPT)
            .content(Map.of("dish", "soup", "guests", 3))
            .build();

    private McpAsyncClient client;

    private void open(String revision) {
        client = McpClient.async(HttpClientStreamableHttpTransport.builder("http://localhost:" + SERVER.port())
                        .supportedProtocolVersions(List.of(revision))
                        .build())
                .requestTimeout(Duration.ofSeconds(20))
                .roots(Root.builder("file:///home/ada").name("Home").build())
                .sampling(request -> Mono.just(CreateMessageResult.builder(
                                Role.ASSISTANT,
                                ((TextContent) request.messages().get(0).content()).text() + " In rhyme.",
                                "poet")
                        .build()))
                .elicitation(form -> Mono.just(filledIn))
                .progressConsumer(report -> Mono.fromRunnable(() -> progress.add(report)))
                .loggingConsumer(message -> Mono.fromRunnable(() -> log.add(message)))
                .toolsChangeConsumer(tools -> Mono.fromRunnable(() -> changes.add(tools)))
                .build();
        client.initialize().block();
    }

    @AfterEach
    void close() {
        client.closeGracefully().block();
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReceivesProgress(String revision) {
        open(revision);
        assertThat(call(CallToolRequest.builder("cook").progressToken("soup").build()))
                .isEqualTo("cooked");
        assertThat(progress).extracting(ProgressNotification::progressToken).containsOnly("soup");
        assertThat(progress)
                .extracting(ProgressNotification::progress)
                .startsWith(1.0)
                .endsWith(5.0);
        assertThat(progress.get(0).total()).isEqualTo(5.0);
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReceivesLogMessages(String revision) throws InterruptedException {
        open(revision);
        assertThat(call("cook")).isEqualTo("cooked");
        LoggingMessageNotification message = log.poll(10, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        assertThat(message.data()).isEqualTo("too hot");
    }

    @ParameterizedTest
    @CsvSource({"2025-06-18", "2025-11-25"})
    void itFillsInAForm(String revision) {
        open(revision);
        assertThat(call("order")).isEqualTo("soup for 3");
    }

    @ParameterizedTest
    @CsvSource({
        "2025-06-18, DECLINE, Declined",
        "2025-06-18, CANCEL, Cancelled",
        "2025-11-25, DECLINE, Declined",
        "2025-11-25, CANCEL, Cancelled"
    })
    void itDoesNotFillInAForm(String revision, ElicitResult.Action action, String text) {
        filledIn = ElicitResult.builder(action).build();
        open(revision);
        assertThat(call("order")).isEqualTo(text);
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itSamplesItsLanguageModel(String revision) {
        open(revision);
        assertThat(call("praise")).isEqualTo("Praise the soup. In rhyme.");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itListsItsRoots(String revision) {
        open(revision);
        assertThat(call("visit")).isEqualTo("file:///home/ada");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itIsNotifiedOfChangedTools(String revision) {
        open(revision);
        // The client opens its stream concurrently with the handshake, so it may miss the first change.
        await().untilAsserted(() -> {
            call("change");
            assertThat(changes.poll(100, TimeUnit.MILLISECONDS))
                    .isNotNull()
                    .extracting(Tool::name)
                    .contains("special");
        });
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itsCallContinuesAfterItsTimeoutBecauseItSendsNoCancellation(String revision) throws Exception {
        open(revision);
        Kitchen kitchen = SERVER.context().getBean(Kitchen.class);
        Disposable call =
                client.callTool(CallToolRequest.builder("simmer").build()).subscribe();
        kitchen.pot.exchange("begun", 10, TimeUnit.SECONDS);
        call.dispose();
        assertThat(call("praise")).isNotEmpty();
        assertThat(kitchen.pot.exchange("end", 10, TimeUnit.SECONDS)).isEqualTo("still simmering");
    }

    private String call(String tool) {
        return call(CallToolRequest.builder(tool).build());
    }

    private String call(CallToolRequest request) {
        CallToolResult result = client.callTool(request).block();
        assertThat(result.isError()).as(result.content().toString()).isNotEqualTo(true);
        return ((TextContent) result.content().get(0)).text();
    }

    record Order(String dish, int guests) {}

    static class Kitchen {

        final Exchanger<String> pot = new Exchanger<>();

        private final McpTools tools;

        Kitchen(McpTools tools) {
            this.tools = tools;
        }

        @McpTool(description = "Cooks")
        String cook(McpExchange exchange) {
            for (int step = 1; step <= 5; step++) {
                exchange.progress(step, 5.0, null);
            }
            exchange.log(LoggingLevel.WARNING, "too hot");
            return "cooked";
        }

        @McpTool(description = "Takes an order")
        String order(McpExchange exchange) {
            io.mcpspring.exchange.ElicitResult<Order> answer = exchange.elicit("What may it be?", Order.class);
            return answer.accepted()
                    .map(order -> order.dish() + " for " + order.guests())
                    .orElseGet(() -> answer.getClass().getSimpleName());
        }

        @McpTool(description = "Praises")
        String praise(McpExchange exchange) {
            return exchange.sample(CreateMessageRequest.of("Praise the soup.", 50))
                    .text();
        }

        @McpTool(description = "Visits the client")
        String visit(McpExchange exchange) {
            return exchange.roots().get(0).uri().toString();
        }

        @McpTool(description = "Changes the menu")
        String change() {
            McpToolDefinition special = McpToolDefinition.named("special")
                    .description("Serves what is not on the menu")
                    .call((arguments, exchange) -> "surprise")
                    .build();
            boolean known = tools.list().stream().anyMatch(tool -> tool.name().equals("special"));
            tools.update(changes -> {
                if (known) {
                    changes.replace(special);
                } else {
                    changes.add(special);
                }
            });
            return "changed";
        }

        @McpTool(description = "Takes long")
        String simmer(McpExchange exchange) throws Exception {
            pot.exchange("", 10, TimeUnit.SECONDS);
            pot.exchange(exchange.isCancelled() ? "cancelled" : "still simmering", 10, TimeUnit.SECONDS);
            return "done";
        }
    }
}
