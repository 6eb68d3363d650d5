package io.mcpspring.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mcpspring.entry.McpChanges;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.Question;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tools are added, replaced and removed at run time. */
class ChangingToolsTests {

    static class NoTools {}

    static class Hasty {

        @Bean
        String changeTooEarly(McpTools tools) {
            tools.update(changes -> changes.add(tool("early", "never")));
            return "changed";
        }
    }

    private static final int PAGE_SIZE = 3;

    private static final TestServer SERVER =
            TestServer.shared(NoTools.class, "mcp.server.tools.page-size=" + PAGE_SIZE);

    private final McpTools tools = SERVER.context().getBean(McpTools.class);

    @BeforeEach
    void begin() {
        tools.update(changes -> {
            tools.list().forEach(tool -> changes.remove(tool.name()));
            changes.add(tool("echo", "first")).add(tool("alpha", "first"));
        });
    }

    private static McpToolDefinition tool(String name, String answer) {
        return McpToolDefinition.named(name)
                .description("Says " + answer)
                .call((arguments, exchange) -> answer)
                .build();
    }

    private List<String> names() {
        return tools.list().stream().map(Tool::name).toList();
    }

    private static List<String> listed(McpTestClient client) {
        List<String> names = new ArrayList<>();
        JsonNode page = client.request("tools/list", "{}").result();
        page.get("tools").forEach(tool -> names.add(tool.get("name").stringValue()));
        while (page.has("nextCursor")) {
            page = next(client, page);
            page.get("tools").forEach(tool -> names.add(tool.get("name").stringValue()));
        }
        return names;
    }

    private static JsonNode next(McpTestClient client, JsonNode page) {
        ObjectNode params = JsonMapper.shared().createObjectNode();
        params.set("cursor", page.get("nextCursor"));
        return client.request("tools/list", params).result();
    }

    @EveryRevision
    void anUpdateIsSeenByTheNextRequest(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(listed(client)).containsExactly("alpha", "echo");
        tools.update(changes -> changes.add(tool("zeta", "new"))
                .replace(tool("echo", "second"))
                .remove("alpha")
                .add(tool("beta", "new")));
        assertThat(listed(client)).containsExactly("beta", "echo", "zeta");
        assertThat(names()).containsExactly("beta", "echo", "zeta");
        assertThat(client.call("echo").contentText()).isEqualTo("second");
        assertThat(client.call("zeta").contentText()).isEqualTo("new");
        assertThat(client.call("alpha").errorCode()).isEqualTo(-32602);
        JsonNode echo = client.request("tools/list", "{}").result().get("tools").get(1);
        assertThat(echo.get("description").stringValue()).isEqualTo("Says second");
    }

    @Test
    void aFailedUpdateChangesNothing() {
        List<Tool> before = tools.list();
        Consumer<McpChanges<McpToolDefinition>> begin =
                changes -> changes.add(tool("new", "new")).remove("alpha");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tools.update(begin.andThen(changes -> changes.add(tool("echo", "second")))))
                .withMessageContaining("'echo' already");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tools.update(begin.andThen(changes -> changes.replace(tool("other", "new")))))
                .withMessageContaining("no entry 'other'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tools.update(begin.andThen(changes -> changes.remove("other"))))
                .withMessageContaining("no entry 'other'");
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> tools.update(begin.andThen(changes -> changes.add(tool("no name", "new")))))
                .withMessageContaining("no name");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> tools.update(begin.andThen(changes -> {
                    throw new UnsupportedOperationException();
                })));
        assertThat(tools.list()).isEqualTo(before);
        assertThat(listed(SERVER.client(ProtocolVersion.V2026_07_28))).containsExactly("alpha", "echo");
    }

    @Test
    void anUpdateCannotBeUsedAfterItsEnd() {
        AtomicReference<McpChanges<McpToolDefinition>> kept = new AtomicReference<>();
        tools.update(kept::set);
        assertThatIllegalStateException().isThrownBy(() -> kept.get().add(tool("late", "never")));
        assertThatIllegalStateException().isThrownBy(() -> kept.get().replace(tool("echo", "never")));
        assertThatIllegalStateException().isThrownBy(() -> kept.get().remove("echo"));
        assertThatIllegalStateException()
                .isThrownBy(() -> tools.update(outer -> tools.update(inner -> inner.add(tool("inner", "never")))));
        assertThat(names()).containsExactly("alpha", "echo");
        tools.update(changes -> changes.add(tool("later", "works")));
        assertThat(names()).containsExactly("alpha", "echo", "later");
    }

    @Test
    void toolsCannotBeChangedBeforeTheStart() {
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> TestServer.start(Hasty.class, "logging.level.root=off"))
                .havingRootCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessageContaining("before the application has started");
    }

    @Test
    void concurrentUpdatesAreAllApplied() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> updates = IntStream.range(0, 8)
                    .<Callable<Boolean>>mapToObj(thread -> () -> {
                        McpTestClient client = SERVER.client(ProtocolVersion.values()[thread % 4]);
                        for (int i = 0; i < 5; i++) {
                            String name = "t" + thread + "-" + i;
                            tools.update(changes -> changes.add(tool(name, "new")));
                            List<String> listed = listed(client);
                            assertThat(listed).contains(name).isSorted().doesNotHaveDuplicates();
                        }
                        return true;
                    })
                    .toList();
            for (Future<Boolean> update : threads.invokeAll(updates)) {
                assertThat(update.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(names()).hasSize(2 + 8 * 5);
    }

    @EveryRevision
    void aRunningCallKeepsItsTool(ProtocolVersion version) throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch changed = new CountDownLatch(1);
        for (String name : List.of("replaced", "removed")) {
            tools.update(changes -> changes.add(McpToolDefinition.named(name)
                    .description("Waits")
                    .call((arguments, exchange) -> {
                        begun.countDown();
                        changed.await();
                        return "old " + name;
                    })
                    .build()));
        }
        McpTestClient client = SERVER.client(version);
        CompletableFuture<Answer> replaced = CompletableFuture.supplyAsync(() -> client.call("replaced"));
        CompletableFuture<Answer> removed = CompletableFuture.supplyAsync(() -> client.call("removed"));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        tools.update(changes -> changes.replace(tool("replaced", "new")).remove("removed"));
        assertThat(client.call("replaced").contentText()).isEqualTo("new");
        assertThat(client.call("removed").errorCode()).isEqualTo(-32602);
        changed.countDown();
        assertThat(replaced.get(30, TimeUnit.SECONDS).contentText()).isEqualTo("old replaced");
        assertThat(removed.get(30, TimeUnit.SECONDS).contentText()).isEqualTo("old removed");
    }

    @Test
    void aRunningCallThatAsksKeepsItsToolInLegacyRevisions() {
        Question<?> question = Question.roots("where");
        tools.update(changes -> changes.add(McpToolDefinition.named("ask")
                .description("Asks")
                .call((arguments, exchange) -> exchange.answer("where").isEmpty() ? InputRequired.of(question) : "old")
                .build()));
        McpTestClient legacy = SERVER.clientWith(ProtocolVersion.V2025_11_25, "{\"roots\": {}}");
        McpTestClient modern = SERVER.clientWith(ProtocolVersion.V2026_07_28, "{\"roots\": {}}");
        Answer asked = modern.call("ask");
        try (EventStream call = legacy.streamCall("ask", "{}")) {
            JsonNode request = call.nextMessage();
            tools.update(changes -> changes.replace(tool("ask", "new")));
            legacy.respond(request, "{\"roots\": []}");
            assertThat(call.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("old");
        }
        ObjectNode again = JsonMapper.shared().createObjectNode().put("name", "ask");
        again.set("requestState", asked.result().get("requestState"));
        again.putObject("inputResponses").putObject("where").putArray("roots");
        assertThat(modern.request("tools/call", again).contentText()).isEqualTo("new");
    }

    @EveryRevision
    void aListOfAnyLengthIsReadPageByPage(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        tools.update(changes -> changes.remove("alpha").remove("echo"));
        List<String> names = new ArrayList<>();
        for (int number = 0; number <= 2 * PAGE_SIZE; number++) {
            assertThat(listed(client)).isEqualTo(names);
            assertThat(client.request("tools/list", "{}").result().has("nextCursor"))
                    .isEqualTo(number > PAGE_SIZE);
            String name = "t" + number;
            tools.update(changes -> changes.add(tool(name, "new")));
            names.add(name);
        }
    }

    @EveryRevision
    void aCursorRemainsValidAfterAChange(ProtocolVersion version) {
        tools.update(changes -> {
            changes.remove("alpha").remove("echo");
            IntStream.range(0, 9).forEach(i -> changes.add(tool("t" + i, "same")));
        });
        McpTestClient client = SERVER.client(version);
        JsonNode first = client.request("tools/list", "{}").result();
        assertThat(first.get("tools").findValuesAsString("name")).containsExactly("t0", "t1", "t2");
        // The tool at the cursor is removed, and others are added before and after it.
        tools.update(changes -> changes.remove("t2")
                .remove("t4")
                .remove("t1")
                .add(tool("a", "new"))
                .add(tool("t2b", "new"))
                .add(tool("z", "new"))
                .replace(tool("t5", "second")));
        JsonNode second = next(client, first);
        assertThat(second.get("tools").findValuesAsString("name")).containsExactly("t2b", "t3", "t5");
        JsonNode third = next(client, second);
        assertThat(third.get("tools").findValuesAsString("name")).containsExactly("t6", "t7", "t8");
        tools.update(changes -> List.of("t6", "t7", "t8", "z").forEach(changes::remove));
        JsonNode last = next(client, third);
        assertThat(last.get("tools")).isEmpty();
        assertThat(last.has("nextCursor")).isFalse();
        assertThat(listed(client)).containsExactly("a", "t0", "t2b", "t3", "t5");
    }

    @Test
    void aDefinitionWithInvisibleCharactersIsRefused() {
        McpToolDefinition hidden = McpToolDefinition.named("hidden")
                .description("Finds \u200Borders")
                .call((arguments, exchange) -> "")
                .build();
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> tools.update(changes -> changes.add(hidden)))
                .withMessageContaining(
                        "Entry 'hidden': Its text at '/description' contains the invisible character U+200B at index 6.");
        assertThat(names()).containsExactly("alpha", "echo");
    }
}
