package io.mcpspring.contract.access;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.AccessDeniedException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/** Rules decide who sees and uses entries; a hidden entry is answered like one that does not exist. */
class AccessRuleTests {

    /** Every list has at least two pages for {@code boss}. */
    private static final String[] PAGE_SIZES = {
        "mcp.server.tools.page-size=3",
        "mcp.server.prompts.page-size=1",
        "mcp.server.resources.page-size=1",
        "mcp.server.toolsets.first.tags=first"
    };

    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    /** How often rules were asked about the user {@code counted}. */
    private static final AtomicInteger ASKED = new AtomicInteger();

    private static final Set<String> REVOKED = ConcurrentHashMap.newKeySet();

    private final TestServer server = TestServer.shared(Application.class, PAGE_SIZES);

    private McpTestClient boss(ProtocolVersion version) {
        return server.client(version, Callers.path("boss"));
    }

    private McpTestClient guest(ProtocolVersion version) {
        return server.client(version, Callers.path("guest"));
    }

    @EveryRevision
    void listsContainWhatTheCallerMayUse(ProtocolVersion version) {
        assertThat(names(boss(version), "tools/list", "tools"))
                .containsExactly("a1", "b-secret", "c2", "d-secret", "e3", "f-secret", "g4", "h5", "h6-long");
        assertThat(names(guest(version), "tools/list", "tools"))
                .containsExactly("a1", "c2", "e3", "g4", "h5", "h6-long");
        assertThat(names(boss(version), "prompts/list", "prompts")).containsExactly("open", "secret");
        assertThat(names(guest(version), "prompts/list", "prompts")).containsExactly("open");
        assertThat(names(guest(version), "resources/list", "resources")).containsExactly("openText");
        assertThat(names(guest(version), "resources/templates/list", "resourceTemplates"))
                .containsExactly("openPart");
        assertThat(names(boss(version), "resources/templates/list", "resourceTemplates"))
                .containsExactlyInAnyOrder("openPart", "secretPart");
    }

    @EveryRevision
    void pagesHaveTheirSizeAndCursorsNameVisibleEntries(ProtocolVersion version) {
        Answer first = guest(version).request("tools/list", "{}");
        assertThat(first.result().get("tools")).hasSize(3);
        String cursor = first.result().get("nextCursor").stringValue();
        Answer second = guest(version).request("tools/list", "{\"cursor\": \"" + cursor + "\"}");
        assertThat(second.result().get("tools")).hasSize(3);
        assertThat(second.result().has("nextCursor")).isFalse();
    }

    @EveryRevision
    void hiddenEntriesAreAnsweredLikeUnknownOnes(ProtocolVersion version) {
        McpTestClient guest = guest(version);
        assertSame(
                guest.request("tools/call", "{\"name\": \"b-secret\", \"arguments\": {\"wrong\": 1}}"),
                guest.request("tools/call", "{\"name\": \"b-nothing\", \"arguments\": {\"wrong\": 1}}"),
                "b-secret",
                "b-nothing");
        assertSame(
                guest.request("prompts/get", "{\"name\": \"secret\"}"),
                guest.request("prompts/get", "{\"name\": \"nothing\"}"),
                "secret",
                "nothing");
        assertSame(
                guest.request("resources/read", "{\"uri\": \"secret://text\"}"),
                guest.request("resources/read", "{\"uri\": \"nothing://text\"}"),
                "secret",
                "nothing");
        assertSame(
                guest.request("resources/read", "{\"uri\": \"secret://part/1\"}"),
                guest.request("resources/read", "{\"uri\": \"nothing://part/1\"}"),
                "secret",
                "nothing");
    }

    @EveryRevision
    void hiddenAndUnknownEntriesAskAsManyRules(ProtocolVersion version) {
        McpTestClient guest = server.client(version, Callers.path("counted"));
        assertThat(rules(guest, "tools/call", "{\"name\": \"b-secret\"}"))
                .isEqualTo(rules(guest, "tools/call", "{\"name\": \"b-nothing\"}"))
                .isPositive();
        assertThat(rules(guest, "prompts/get", "{\"name\": \"secret\"}"))
                .isEqualTo(rules(guest, "prompts/get", "{\"name\": \"nothing\"}"))
                .isPositive();
        assertThat(rules(guest, "resources/read", "{\"uri\": \"secret://text\"}"))
                .isEqualTo(rules(guest, "resources/read", "{\"uri\": \"nothing://text\"}"))
                .isPositive();
        assertThat(rules(guest, "completion/complete", completion("\"type\": \"ref/prompt\", \"name\": \"secret\"")))
                .isEqualTo(rules(
                        guest, "completion/complete", completion("\"type\": \"ref/prompt\", \"name\": \"nothing\"")))
                .isPositive();
    }

    private static int rules(McpTestClient client, String method, String params) {
        ASKED.set(0);
        assertThat(client.request(method, params).json().has("error")).isTrue();
        return ASKED.get();
    }

    @EveryRevision
    void rulesApplyToTheToolsThatAClientSelects(ProtocolVersion version) {
        McpTestClient boss = server.client(version, Callers.path("boss") + "&toolsets=first");
        McpTestClient guest = server.client(version, Callers.path("guest") + "&toolsets=first");
        assertThat(names(boss, "tools/list", "tools")).containsExactly("a1", "b-secret");
        assertThat(boss.call("b-secret").contentText()).isEqualTo("secret");
        assertThat(names(guest, "tools/list", "tools")).containsExactly("a1");
        for (String tool : List.of("b-secret", "d-secret", "c2")) {
            assertSame(guest.call(tool), guest.call("nothing"), tool, "nothing");
        }
    }

    @EveryRevision
    void toolsOutsideASelectionAskAsManyRules(ProtocolVersion version) {
        McpTestClient guest = server.client(version, Callers.path("counted") + "&toolsets=first");
        int unknown = rules(guest, "tools/call", "{\"name\": \"nothing\"}");
        for (String tool : List.of("b-secret", "d-secret", "c2")) {
            assertThat(rules(guest, "tools/call", "{\"name\": \"" + tool + "\"}"))
                    .isEqualTo(unknown)
                    .isPositive();
        }
    }

    @EveryRevision
    void completionsOfHiddenEntriesAreAnsweredLikeUnknownOnes(ProtocolVersion version) {
        McpTestClient guest = guest(version);
        assertThat(guest.request("completion/complete", completion("\"type\": \"ref/prompt\", \"name\": \"open\""))
                        .result()
                        .at("/completion/values/0")
                        .stringValue())
                .isEqualTo("value");
        assertSame(
                guest.request("completion/complete", completion("\"type\": \"ref/prompt\", \"name\": \"secret\"")),
                guest.request("completion/complete", completion("\"type\": \"ref/prompt\", \"name\": \"nothing\"")),
                "secret",
                "nothing");
        assertSame(
                guest.request(
                        "completion/complete",
                        completion("\"type\": \"ref/resource\", \"uri\": \"secret://part/{topic}\"")),
                guest.request(
                        "completion/complete",
                        completion("\"type\": \"ref/resource\", \"uri\": \"nothing://part/{topic}\"")),
                "secret",
                "nothing");
        assertThat(boss(version)
                        .request("completion/complete", completion("\"type\": \"ref/prompt\", \"name\": \"secret\""))
                        .result()
                        .at("/completion/values/0")
                        .stringValue())
                .isEqualTo("value");
    }

    @EveryRevision
    void grantedEntriesAreUsed(ProtocolVersion version) {
        McpTestClient boss = boss(version);
        assertThat(boss.call("b-secret").contentText()).isEqualTo("secret");
        assertThat(boss.request("prompts/get", "{\"name\": \"secret\"}").text()).contains("Secret prompt");
        assertThat(boss.request("resources/read", "{\"uri\": \"secret://text\"}")
                        .text())
                .contains("Secret text");
        assertThat(boss.request("resources/read", "{\"uri\": \"secret://part/1\"}")
                        .text())
                .contains("Secret part 1");
        assertThat(guest(version).call("a1").contentText()).isEqualTo("open");
    }

    @LegacyRevisions
    void subscriptionsToHiddenResourcesAreAnsweredLikeThoseToUnknownOnes(ProtocolVersion version) {
        McpTestClient guest = guest(version);
        assertSame(
                guest.request("resources/subscribe", "{\"uri\": \"secret://text\"}"),
                guest.request("resources/subscribe", "{\"uri\": \"nothing://text\"}"),
                "secret",
                "nothing");
        assertThat(boss(version)
                        .request("resources/subscribe", "{\"uri\": \"secret://text\"}")
                        .json()
                        .has("result"))
                .isTrue();
    }

    @ModernRevisions
    void hiddenResourcesCannotBeListenedTo(ProtocolVersion version) {
        String filter = "{\"notifications\": {\"resourceSubscriptions\": [\"open://text\", \"secret://text\","
                + " \"nothing://text\"]}}";
        try (var stream = guest(version).stream("subscriptions/listen", filter)) {
            assertThat(stream.nextMessage().at("/params/notifications/resourceSubscriptions"))
                    .extracting(uri -> uri.stringValue())
                    .containsExactly("open://text");
        }
        try (var stream = boss(version).stream("subscriptions/listen", filter)) {
            assertThat(stream.nextMessage().at("/params/notifications/resourceSubscriptions"))
                    .extracting(uri -> uri.stringValue())
                    .containsExactly("open://text", "secret://text");
        }
    }

    @ModernRevisions
    void noPageOfAListIsSharedByCaches(ProtocolVersion version) {
        for (String list : List.of("tools/list", "prompts/list", "resources/list", "resources/templates/list")) {
            assertThat(pages(boss(version), list))
                    .as(list)
                    .hasSizeGreaterThan(1)
                    .extracting(page -> page.get("cacheScope").stringValue())
                    .containsOnly("private");
        }
    }

    @ModernRevisions
    void tasksOfAHiddenToolAreAnsweredLikeUnknownOnes(ProtocolVersion version) {
        McpTestClient ada = server.clientWith(
                version, "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}", Callers.path("ada"));
        String id = ada.request("tools/call", "{\"name\": \"h6-long\", \"ref\": {\"name\": \"a1\"}}")
                .result()
                .get("taskId")
                .stringValue();
        assertThat(ada.request("tasks/get", task(id)).result().get("status").stringValue())
                .isEqualTo("working");
        REVOKED.add("h6-long");
        try {
            for (String method : List.of("tasks/get", "tasks/cancel", "tasks/update")) {
                assertSame(ada.request(method, task(id)), ada.request(method, task("nothing")), id, "nothing");
            }
        } finally {
            REVOKED.remove("h6-long");
        }
        assertThat(ada.request("tasks/cancel", task(id)).json().has("result")).isTrue();
    }

    private static String task(String id) {
        return "{\"taskId\": \"%s\", \"inputResponses\": {}}".formatted(id);
    }

    @Test
    void rulesSeeTheEntryAndTheRequest() {
        boss(ProtocolVersion.newest()).call("a1");
        assertThat(SEEN).contains("TOOL a1 tools/call boss The first tool");
    }

    @Test
    void aRuleThatFailsHidesTheEntryAndIsLogged() {
        McpTestClient broken = server.client(ProtocolVersion.newest(), Callers.path("broken"));
        try (RecordedLog log = new RecordedLog()) {
            assertSame(broken.call("a1"), broken.call("a0"), "a1", "a0");
            assertThat(log.lines(Level.ERROR))
                    .anySatisfy(line -> assertThat(line).contains("Access to TOOL 'a1' was not granted"));
        }
        assertThat(names(broken, "tools/list", "tools")).doesNotContain("a1", "c2");
        for (String user : List.of("silent", "null")) {
            McpTestClient client = server.client(ProtocolVersion.newest(), Callers.path(user));
            assertThat(names(client, "tools/list", "tools")).doesNotContain("a1", "c2");
            assertSame(client.call("a1"), client.call("a0"), "a1", "a0");
        }
    }

    @Test
    void aRuleMayDenyAccessByAnExceptionOfSpringSecurity() {
        McpTestClient denied = server.client(ProtocolVersion.newest(), Callers.path("denied"));
        try (RecordedLog log = new RecordedLog()) {
            assertSame(denied.call("a1"), denied.call("a0"), "a1", "a0");
            assertThat(names(denied, "tools/list", "tools")).doesNotContain("a1", "c2");
            assertThat(log.lines(Level.ERROR)).isEmpty();
        }
    }

    @Test
    void aFailureOfARuleIsLoggedOnceAMinuteForEachEntry() {
        try (TestServer fresh = TestServer.start(Application.class);
                RecordedLog log = new RecordedLog()) {
            McpTestClient broken = fresh.client(ProtocolVersion.newest(), Callers.path("broken"));
            for (int i = 0; i < 3; i++) {
                names(broken, "tools/list", "tools");
            }
            assertThat(log.lines(Level.ERROR))
                    .filteredOn(line -> line.contains("was not granted"))
                    .hasSizeGreaterThan(1)
                    .extracting(line -> line.replaceFirst(" \\[error id.*", ""))
                    .doesNotHaveDuplicates();
        }
    }

    private static void assertSame(Answer hidden, Answer unknown, String name, String otherName) {
        assertThat(hidden.status()).isEqualTo(unknown.status());
        assertThat(hidden.error().toString().replace(name, otherName))
                .isEqualTo(unknown.error().toString());
    }

    private static String completion(String reference) {
        return "{\"ref\": {%s}, \"argument\": {\"name\": \"topic\", \"value\": \"\"}}".formatted(reference);
    }

    private static List<String> names(McpTestClient client, String method, String member) {
        return pages(client, method).stream()
                .flatMap(page -> page.get(member).valueStream())
                .map(entry -> entry.get("name").stringValue())
                .toList();
    }

    private static List<JsonNode> pages(McpTestClient client, String method) {
        List<JsonNode> pages = new ArrayList<>();
        String params = "{}";
        while (true) {
            JsonNode page = client.request(method, params).result();
            pages.add(page);
            if (!page.has("nextCursor")) {
                return pages;
            }
            params = "{\"cursor\": " + page.get("nextCursor") + "}";
        }
    }

    static class Entries {

        @McpTool(name = "a1", description = "The first tool", tags = "first")
        String a1() {
            return "open";
        }

        @McpTool(name = "b-secret", tags = "first")
        String b() {
            return "secret";
        }

        @McpTool
        Mono<String> c2() {
            return Mono.just("open");
        }

        @McpTool(name = "d-secret")
        Mono<String> d() {
            return Mono.just("secret");
        }

        @McpTool
        String e3() {
            return "open";
        }

        @McpTool(name = "f-secret")
        String f() {
            return "secret";
        }

        @McpTool
        String g4() {
            return "open";
        }

        @McpTool(name = "h6-long", task = McpTool.TaskSupport.OPTIONAL)
        Mono<String> long6() {
            return Mono.never();
        }

        @McpPrompt
        String open(String topic) {
            return "Open prompt";
        }

        @McpPrompt
        String secret(@org.jspecify.annotations.Nullable String topic) {
            return "Secret prompt";
        }

        @McpComplete(prompt = "open", argument = "topic")
        List<String> ofOpen(String typed) {
            return List.of("value");
        }

        @McpComplete(prompt = "secret", argument = "topic")
        List<String> ofSecret(String typed) {
            return List.of("value");
        }

        @McpResource(uri = "open://text")
        String openText() {
            return "Open text";
        }

        @McpResource(uri = "secret://text")
        String secretText() {
            return "Secret text";
        }

        @McpResource(uri = "open://part/{topic}")
        String openPart(String topic) {
            return "Open part " + topic;
        }

        @McpResource(uri = "secret://part/{topic}")
        String secretPart(String topic) {
            return "Secret part " + topic;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Callers.class, Entries.class})
    static class Application {

        @Bean
        McpToolDefinition h5() {
            return McpToolDefinition.named("h5")
                    .call((arguments, exchange) -> "open")
                    .build();
        }

        private static void count(McpRequestContext request) {
            request.principal()
                    .filter(user -> user.getName().equals("counted"))
                    .ifPresent(user -> ASKED.incrementAndGet());
        }

        @Bean
        McpBlockingAccessRule secrets() {
            return (entry, request) -> {
                assertThat(Schedulers.isInNonBlockingThread()).isFalse();
                count(request);
                return entry.name().contains("secret")
                                && request.principal()
                                        .filter(user -> user.getName().equals("boss"))
                                        .isEmpty()
                        ? McpAccessDecision.hidden()
                        : McpAccessDecision.granted();
            };
        }

        @Bean
        McpAccessRule failing() {
            return (entry, request) -> {
                String user = request.principal()
                        .map(java.security.Principal::getName)
                        .orElse("");
                count(request);
                SEEN.add("%s %s %s %s %s"
                        .formatted(
                                entry.kind(),
                                entry.name(),
                                request.method(),
                                user,
                                entry.definition(Tool.class)
                                        .map(Tool::description)
                                        .orElse("")));
                if (user.equals("broken") && entry.kind() == McpInvocation.Kind.TOOL) {
                    throw new IllegalStateException("on purpose");
                }
                if (user.equals("denied")) {
                    throw new AccessDeniedException("on purpose");
                }
                if (REVOKED.contains(entry.name())) {
                    return Mono.just(McpAccessDecision.hidden());
                }
                if (user.equals("null")) {
                    return null;
                }
                return user.equals("silent") ? Mono.empty() : Mono.just(McpAccessDecision.granted());
            };
        }
    }
}
