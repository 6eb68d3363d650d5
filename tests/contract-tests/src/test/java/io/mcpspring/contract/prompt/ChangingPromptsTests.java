package io.mcpspring.contract.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpChanges;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTestStream;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;

/** Prompts are added, replaced and removed at run time, and the first prompt declares the capability. */
class ChangingPromptsTests {

    static class Tools {

        @McpTool(description = "Does nothing")
        void idle() {}
    }

    static class Hasty {

        @Bean
        String changeTooEarly(McpPrompts prompts) {
            prompts.update(changes -> changes.remove("none"));
            return "changed";
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private final McpPrompts prompts = SERVER.context().getBean(McpPrompts.class);

    @BeforeEach
    @AfterEach
    void begin() {
        prompts.update(changes -> prompts.list().forEach(prompt -> changes.remove(prompt.name())));
    }

    private static McpPromptDefinition prompt(String name, String text) {
        return McpPromptDefinition.named(name)
                .description("Says " + text)
                .get((arguments, exchange) -> text)
                .build();
    }

    private static List<String> listed(McpTestClient client) {
        return client.request("prompts/list", "{}").result().get("prompts").findValuesAsString("name");
    }

    private static JsonNode get(McpTestClient client, String name) {
        return client.request("prompts/get", "{\"name\": \"" + name + "\"}").json();
    }

    @EveryRevision
    void withoutPromptsTheCapabilityIsNotDeclared(ProtocolVersion version) {
        assertThat(Capabilities.of(SERVER, version).has("prompts")).isFalse();
        assertThat(Capabilities.of(SERVER, version).has("completions")).isFalse();
        McpTestClient client = SERVER.client(version);
        assertThat(listed(client)).isEmpty();
        assertThat(client.request("prompts/get", "{\"name\": \"first\"}").errorCode())
                .isEqualTo(-32601);
        assertThat(client.request("completion/complete", """
                {"ref": {"type": "ref/prompt", "name": "first"}, "argument": {"name": "a", "value": ""}}
                """).errorCode()).isEqualTo(-32601);
        prompts.update(changes -> changes.add(prompt("first", "one")));
        assertThat(Capabilities.of(SERVER, version).at("/prompts/listChanged").booleanValue())
                .isTrue();
        assertThat(Capabilities.of(SERVER, version).has("completions")).isTrue();
        assertThat(listed(client)).containsExactly("first");
        prompts.update(changes -> changes.remove("first"));
        assertThat(Capabilities.of(SERVER, version).has("prompts")).isFalse();
        assertThat(listed(client)).isEmpty();
    }

    @EveryRevision
    void anUpdateIsSeenByTheNextRequest(ProtocolVersion version) {
        prompts.update(changes -> changes.add(prompt("echo", "first")).add(prompt("alpha", "first")));
        McpTestClient client = SERVER.client(version);
        assertThat(listed(client)).containsExactly("alpha", "echo");
        prompts.update(changes -> changes.add(prompt("zeta", "new"))
                .replace(prompt("echo", "second"))
                .remove("alpha"));
        assertThat(listed(client)).containsExactly("echo", "zeta");
        assertThat(prompts.list()).extracting(Prompt::name).containsExactly("echo", "zeta");
        assertThat(get(client, "echo").at("/result/messages/0/content/text").stringValue())
                .isEqualTo("second");
        assertThat(get(client, "echo").at("/result/description").stringValue()).isEqualTo("Says second");
        assertThat(get(client, "alpha").at("/error/code").intValue()).isEqualTo(-32602);
    }

    @Test
    void aFailedUpdateChangesNothing() {
        prompts.update(changes -> changes.add(prompt("echo", "first")));
        List<Prompt> before = prompts.list();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prompts.update(
                        changes -> changes.add(prompt("new", "new")).add(prompt("echo", "second"))))
                .withMessage("There is an entry 'echo' already");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> prompts.update(changes -> changes.remove("echo").replace(prompt("other", "new"))))
                .withMessage("There is no entry 'other'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prompts.update(changes -> changes.remove("other")))
                .withMessage("There is no entry 'other'");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> prompts.update(changes -> {
                    changes.remove("echo");
                    throw new UnsupportedOperationException();
                }));
        assertThat(prompts.list()).isEqualTo(before);
    }

    @Test
    void anUpdateCannotBeUsedAfterItsEnd() {
        AtomicReference<McpChanges<McpPromptDefinition>> kept = new AtomicReference<>();
        prompts.update(kept::set);
        assertThatIllegalStateException().isThrownBy(() -> kept.get().add(prompt("late", "never")));
        assertThatIllegalStateException().isThrownBy(() -> kept.get().replace(prompt("late", "never")));
        assertThatIllegalStateException().isThrownBy(() -> kept.get().remove("late"));
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        prompts.update(outer -> prompts.update(inner -> inner.add(prompt("inner", "never")))));
        assertThat(prompts.list()).isEmpty();
    }

    @Test
    @Tag("change")
    void promptsCannotBeChangedBeforeTheStart() {
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> TestServer.start(Hasty.class, "logging.level.root=off"))
                .havingRootCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessage(
                        "A list cannot be changed before the application has started: define initial entries as beans");
    }

    @EveryRevision
    void aClientIsNotifiedOfAnUpdateOnce(ProtocolVersion version) {
        prompts.update(changes -> changes.add(prompt("a", "one")));
        try (McpTestStream stream = SERVER.tester(version).listen()) {
            prompts.update(changes -> changes.add(prompt("b", "one")).add(prompt("c", "one")));
            changeTools();
            stream.awaitToolsChanged();
            prompts.update(changes -> {});
            changeTools();
            stream.awaitToolsChanged();
            assertThat(stream.received())
                    .extracting(message -> message.get("method").stringValue())
                    .filteredOn(method -> method.endsWith("/list_changed"))
                    .containsExactly(
                            "notifications/prompts/list_changed",
                            "notifications/tools/list_changed",
                            "notifications/tools/list_changed");
        }
    }

    @Test
    void aListenStreamIsNotifiedOfPromptsIfRequested() {
        prompts.update(changes -> changes.add(prompt("a", "one")));
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        try (EventStream both = listen(client, "{\"promptsListChanged\": true, \"toolsListChanged\": true}");
                EventStream tools = listen(client, "{\"promptsListChanged\": false, \"toolsListChanged\": true}")) {
            assertThat(both.nextMessage()
                            .at("/params/notifications/promptsListChanged")
                            .booleanValue())
                    .isTrue();
            assertThat(tools.nextMessage().at("/params/notifications").has("promptsListChanged"))
                    .isFalse();
            prompts.update(changes -> changes.replace(prompt("a", "two")));
            changeTools();
            JsonNode notification = both.nextMessage();
            assertThat(notification.get("method").stringValue()).isEqualTo("notifications/prompts/list_changed");
            assertThat(notification.get("params").propertyNames()).containsExactly("_meta");
            assertThat(notification.at("/params/_meta").get("io.modelcontextprotocol/subscriptionId"))
                    .isNotNull();
            assertThat(both.nextMessage().get("method").stringValue()).isEqualTo("notifications/tools/list_changed");
            assertThat(tools.nextMessage().get("method").stringValue()).isEqualTo("notifications/tools/list_changed");
        }
    }

    @Test
    void aListenStreamIsNotAcknowledgedForPromptsIfThereAreNone() {
        try (EventStream stream = listen(
                SERVER.client(ProtocolVersion.V2026_07_28),
                "{\"promptsListChanged\": true, \"toolsListChanged\": true}")) {
            JsonNode honoured = stream.nextMessage().at("/params/notifications");
            assertThat(honoured.propertyNames()).containsExactly("toolsListChanged");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"yes\"", "1", "[]"})
    void aFilterThatIsNotABooleanIsRefused(String flag) {
        assertThat(SERVER.client(ProtocolVersion.V2026_07_28)
                        .request("subscriptions/listen", "{\"notifications\": {\"promptsListChanged\": " + flag + "}}")
                        .errorCode())
                .isEqualTo(-32602);
    }

    private static EventStream listen(McpTestClient client, String filter) {
        return client.stream("subscriptions/listen", "{\"notifications\": " + filter + "}");
    }

    private static void changeTools() {
        SERVER.context()
                .getBean(McpTools.class)
                .update(changes -> changes.replace(McpToolDefinition.named("idle")
                        .description("Again")
                        .call((arguments, exchange) -> null)
                        .build()));
    }
}
