package io.mcpspring.contract.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResources;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

/** A client is notified of the changes that it can see. */
class HiddenChangesTests {

    private static final String TOOLS = "notifications/tools/list_changed";

    private static final String PROMPTS = "notifications/prompts/list_changed";

    private final TestServer server = TestServer.shared(Application.class);

    private McpTestClient client(ProtocolVersion version, String user) {
        return server.client(version, Callers.path(user));
    }

    private static EventStream listen(McpTestClient client, ProtocolVersion version) {
        if (version.isLegacy()) {
            return client.listen();
        }
        EventStream stream = client.stream(
                "subscriptions/listen",
                "{\"notifications\": {\"toolsListChanged\": true, \"promptsListChanged\": true,"
                        + " \"resourcesListChanged\": true},"
                        + " \"_meta\": {\"progressToken\": 1, \"io.modelcontextprotocol/logLevel\": \"debug\"}}");
        assertThat(method(stream)).isEqualTo("notifications/subscriptions/acknowledged");
        return stream;
    }

    private static String method(EventStream stream) {
        return stream.nextMessage().get("method").stringValue();
    }

    private void changeTools(String name) {
        McpTools tools = server.context().getBean(McpTools.class);
        tools.update(changes -> changes.add(McpToolDefinition.named(name)
                .call((arguments, exchange) -> "done")
                .build()));
        tools.update(changes -> changes.remove(name));
    }

    private void changeTemplates(String template) {
        McpResources resources = server.context().getBean(McpResources.class);
        resources.update(changes -> changes.add(McpResourceDefinition.at(template)
                .read((request, exchange) -> "text")
                .build()));
        resources.update(changes -> changes.remove(template));
    }

    private void changePrompts() {
        McpPrompts prompts = server.context().getBean(McpPrompts.class);
        prompts.update(changes -> changes.add(McpPromptDefinition.named("another")
                .get((arguments, exchange) -> "text")
                .build()));
        prompts.update(changes -> changes.remove("another"));
    }

    @EveryRevision
    void changesOfHiddenEntriesAreNotRevealed(ProtocolVersion version) {
        try (EventStream stream = listen(client(version, "employee"), version)) {
            changeTools("secret");
            changePrompts();
            assertThat(method(stream)).isEqualTo(PROMPTS);
        }
    }

    @EveryRevision
    void changesOfEntriesThatOnlyListsHideAreNotRevealed(ProtocolVersion version) {
        try (EventStream stream = listen(client(version, "boss"), version)) {
            changeTools("unlisted");
            changePrompts();
            assertThat(method(stream)).isEqualTo(PROMPTS);
        }
    }

    @EveryRevision
    void changesOfTemplatesThatOnlyTheirListHidesAreNotRevealed(ProtocolVersion version) {
        try (EventStream stream = listen(client(version, "boss"), version)) {
            changeTemplates("unlisted:///{name}");
            changePrompts();
            assertThat(method(stream)).isEqualTo(PROMPTS);
        }
    }

    @EveryRevision
    void visibleChangesAreNotified(ProtocolVersion version) {
        try (EventStream boss = listen(client(version, "boss"), version);
                EventStream employee = listen(client(version, "employee"), version)) {
            changeTools("secret");
            changePrompts();
            assertThat(method(boss)).isEqualTo(TOOLS);
            assertThat(method(boss)).isEqualTo(TOOLS);
            assertThat(method(boss)).isEqualTo(PROMPTS);
            changeTools("open");
            assertThat(method(employee)).isEqualTo(PROMPTS);
            assertThat(method(employee)).isEqualTo(PROMPTS);
            assertThat(method(employee)).isEqualTo(TOOLS);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Callers.class)
    static class Application {

        @McpTool
        String hello() {
            return "Hello";
        }

        @McpPrompt
        String greeting() {
            return "Hello";
        }

        @McpResource(uri = "text:///open")
        String open() {
            return "open";
        }

        @Bean
        static McpAccessRule unlisted() {
            return (entry, request) -> Mono.just(
                    entry.name().startsWith("unlisted")
                                    && List.of("tools/list", "resources/templates/list")
                                            .contains(request.method())
                            ? McpAccessDecision.hidden()
                            : McpAccessDecision.granted());
        }

        @Bean
        static McpAccessRule rule() {
            return new McpAccessRule() {
                @Override
                public boolean appliesTo(McpEntry entry) {
                    return entry.name().equals("secret");
                }

                @Override
                public Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
                    // Not sent, because a stream of changes contains nothing else.
                    request.info("checked");
                    request.progress(1, null, null);
                    boolean boss = request.principal()
                            .filter(user -> user.getName().equals("boss"))
                            .isPresent();
                    return Mono.just(boss ? McpAccessDecision.granted() : McpAccessDecision.hidden());
                }
            };
        }
    }
}
