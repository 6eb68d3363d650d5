package io.mcpspring.contract.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.TestServer;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.access.hierarchicalroles.RoleHierarchyImpl;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.access.prepost.PreFilter;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.parameters.P;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/** Method security decides who sees an entry, and is enforced by its use. */
class MethodSecurityTests {

    private static final List<String> OF_EDITORS = List.of(
            "blocking", "flux", "inherited", "meta", "mono", "prototype", "roles", "secured", "stage", "several");

    private final TestServer server = TestServer.shared(Application.class);

    private McpTestClient as(ProtocolVersion version, String user, String... roles) {
        return server.client(version, Users.path(user, roles));
    }

    @EveryRevision
    void theListContainsWhatTheCallerMayCall(ProtocolVersion version) {
        assertThat(names(as(version, "ben", "READER"), "tools/list", "tools"))
                .containsExactlyInAnyOrder("free", "failing", "own", "post");
        assertThat(names(as(version, "eve", "EDITOR"), "tools/list", "tools"))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(OF_EDITORS.stream(), Stream.of("denied-below", "free", "failing", "own", "post"))
                                .toList());
        assertThat(names(server.client(version), "tools/list", "tools"))
                .containsExactlyInAnyOrder("free", "failing", "post");
        assertThat(names(as(version, "ben", "READER"), "prompts/list", "prompts"))
                .containsExactly("open");
        assertThat(names(as(version, "eve", "EDITOR"), "prompts/list", "prompts"))
                .containsExactly("open", "report");
        assertThat(names(as(version, "ben", "READER"), "resources/list", "resources"))
                .isEmpty();
        assertThat(names(as(version, "eve", "EDITOR"), "resources/templates/list", "resourceTemplates"))
                .containsExactly("part");
    }

    @EveryRevision
    void anExpressionThatCallsABeanMayBlock(ProtocolVersion version) {
        TestServer asking = TestServer.shared(WithBeansAndResults.class);
        McpTestClient eve = asking.client(version, Users.path("eve"));
        assertThat(names(eve, "tools/list", "tools")).containsExactly("asking");
        assertThat(eve.call("asking").contentText()).isEqualTo("done");
        McpTestClient ben = asking.client(version, Users.path("ben"));
        assertThat(names(ben, "tools/list", "tools")).isEmpty();
        assertUnknown(ben.call("asking"), ben.call("nothing"), "asking");
        assertThat(asking.context().getBean(Permissions.class).nonBlocking).containsExactly(false);
    }

    /** Its prompt is open, and no rule of an entry has asked before. */
    @EveryRevision
    void aCompletionThatIsDeniedIsUnknown(ProtocolVersion version) {
        McpTestClient ben = as(version, "ben", "READER");
        Answer denied = ben.request("completion/complete", completion("open"));
        assertThat(denied.errorCode()).as(denied.text()).isEqualTo(-32602);
        assertThat(denied.text()).doesNotContain("denied");
        assertThat(as(version, "eve", "EDITOR")
                        .request("completion/complete", completion("open"))
                        .text())
                .contains("of editors");
    }

    @EveryRevision
    void theRoleHierarchyCounts(ProtocolVersion version) {
        McpTestClient admin = as(version, "ada", "ADMIN");
        assertThat(names(admin, "tools/list", "tools")).contains("blocking", "mono");
        assertThat(admin.call("blocking").contentText()).isEqualTo("done");
    }

    @EveryRevision
    void editorsUseTheEntries(ProtocolVersion version) {
        McpTestClient editor = as(version, "eve", "EDITOR");
        assertThat(OF_EDITORS)
                .allSatisfy(tool -> assertThat(editor.call(tool).contentText()).contains("done"));
        assertThat(editor.request("prompts/get", "{\"name\": \"report\"}").text())
                .contains("Report");
        assertThat(editor.request("resources/read", "{\"uri\": \"doc://all\"}").text())
                .contains("All");
        assertThat(editor.request("resources/read", "{\"uri\": \"doc://part/1\"}")
                        .text())
                .contains("Part 1");
    }

    @EveryRevision
    void deniedEntriesAreAnsweredLikeUnknownOnes(ProtocolVersion version) {
        for (McpTestClient caller : List.of(as(version, "ben", "READER"), server.client(version))) {
            for (String tool : OF_EDITORS) {
                assertUnknown(caller.call(tool), caller.call("nothing"), tool);
            }
            assertUnknown(caller.call("denied"), caller.call("nothing"), "denied");
            assertUnknown(caller.call("post"), caller.call("nothing"), "post");
            assertUnknown(
                    caller.request("prompts/get", "{\"name\": \"report\"}"),
                    caller.request("prompts/get", "{\"name\": \"nothing\"}"),
                    "report");
            assertUnknown(
                    caller.request("resources/read", "{\"uri\": \"doc://all\"}"),
                    caller.request("resources/read", "{\"uri\": \"doc://nothing\"}"),
                    "all");
            assertUnknown(
                    caller.request("completion/complete", completion("report")),
                    caller.request("completion/complete", completion("nothing")),
                    "report");
        }
    }

    @EveryRevision
    void aMethodThatNeedsItsArgumentsIsListedAndDecidesItself(ProtocolVersion version) {
        McpTestClient ada = as(version, "ada");
        assertThat(names(ada, "tools/list", "tools")).contains("own");
        assertThat(ada.call("own", "{\"owner\": \"ada\"}").contentText()).isEqualTo("done for ada");
        assertUnknown(ada.call("own", "{\"owner\": \"ben\"}"), ada.call("nothing"), "own");
        McpTestClient anonymous = server.client(version);
        assertUnknown(anonymous.call("own", "{}"), anonymous.call("nothing"), "own");
    }

    @EveryRevision
    void aDenialInsideOfAnUnprotectedMethodIsAFailureOfTheMethod(ProtocolVersion version) {
        assertThat(as(version, "ben").call("failing").isToolError()).isTrue();
        Answer below = as(version, "eve", "EDITOR").call("denied-below");
        assertThat(below.isToolError()).as(below.text()).isTrue();
        assertThat(below.contentText()).startsWith("Access denied");
    }

    @EveryRevision
    void aDenialBelowAMethodThatDecidesAtItsCallIsAFailureOfTheMethod(ProtocolVersion version) {
        McpTestClient ada = TestServer.shared(WithService.class).client(version, Users.path("ada"));
        Map<String, String> calls = Map.of(
                "byArgument", "{\"owner\": \"ada\"}",
                "byResult", "{}",
                "filtering", "{\"items\": [\"a\"]}",
                "filtered", "{}");
        calls.forEach((tool, arguments) -> {
            Answer below = ada.call(tool, arguments);
            assertThat(below.isToolError()).as(below.text()).isTrue();
            assertThat(below.contentText()).startsWith("Access denied");
        });
        assertUnknown(ada.call("byArgument", "{\"owner\": \"ben\"}"), ada.call("nothing"), "byArgument");
        McpTestClient eve = TestServer.shared(WithService.class).client(version, Users.path("eve", "EDITOR"));
        assertThat(eve.call("filtered").contentText()).contains("done");
        assertUnknown(eve.call("byResult"), eve.call("nothing"), "byResult");
    }

    @EveryRevision
    void anExpressionUsesTheNameThatAnAnnotationGivesAnArgument(ProtocolVersion version) {
        McpTestClient ada = ofOwners(version);
        assertThat(ada.call("ofNamed", "{\"user\": \"ada\"}").contentText()).isEqualTo("done");
        assertUnknown(ada.call("ofNamed", "{\"user\": \"ben\"}"), ada.call("nothing"), "ofNamed");
    }

    @EveryRevision
    void scopesAreTheAuthoritiesOfTheCaller(ProtocolVersion version) {
        assertThat(as(version, "ben", "SCOPE_docs:read").call("scoped").contentText())
                .isEqualTo("done");
        assertThat(as(version, "ben", "SCOPE_docs:all").call("scoped").contentText())
                .as("by the hierarchy")
                .isEqualTo("done");
        assertThat(as(version, "ben", "docs:read")
                        .call("scoped")
                        .error()
                        .at("/data/requiredScopes/0")
                        .stringValue())
                .isEqualTo("docs:read");
    }

    @EveryRevision
    void whatDoesNotNeedTheArgumentsDecidesWithoutThem(ProtocolVersion version) {
        TestServer several = TestServer.shared(WithSeveralAnnotations.class);
        for (String role : List.of("EDITOR", "READER")) {
            McpTestClient ada = several.client(version, Users.path("ada", role));
            List<String> listed = role.equals("EDITOR")
                    ? List.of("ofNamed", "ofRoles", "ofSecured", "ofTasks")
                    : List.of("ofNamed", "ofTasks");
            assertThat(names(ada, "tools/list", "tools")).containsExactlyElementsOf(listed);
            for (String tool : List.of("ofRoles", "ofSecured")) {
                Answer wrong = ada.call(tool, "{\"wrong\": 1}");
                if (role.equals("EDITOR")) {
                    assertThat(ada.call(tool, "{\"owner\": \"ada\"}").contentText())
                            .isEqualTo("done");
                    assertUnknown(ada.call(tool, "{\"owner\": \"ben\"}"), ada.call("nothing"), tool);
                } else {
                    assertUnknown(wrong, ada.call("nothing"), tool);
                    assertUnknown(ada.call(tool, "{\"owner\": \"ada\"}"), ada.call("nothing"), tool);
                }
            }
        }
    }

    @EveryRevision
    void anonymousCallersDoNotSeeAMethodThatNeedsItsArguments(ProtocolVersion version) {
        McpTestClient ada = ofOwners(version);
        assertThat(names(ada, "tools/list", "tools")).containsExactly("ofNamed", "ofTasks");
        assertUnknown(ada.call("ofTasks", "{\"owner\": \"ben\"}"), ada.call("nothing"), "ofTasks");
        McpTestClient anonymous =
                TestServer.shared(WithSeveralAnnotations.class).client(version);
        assertThat(names(anonymous, "tools/list", "tools")).isEmpty();
    }

    @EveryRevision
    void aPropertyHidesAMethodThatNeedsItsArguments(ProtocolVersion version) {
        McpTestClient ada = TestServer.shared(WithSeveralAnnotations.class, "mcp.server.security.list-undecided=false")
                .client(version, Users.path("ada", "EDITOR"));
        assertThat(names(ada, "tools/list", "tools")).isEmpty();
        assertThat(names(ada, "resources/templates/list", "resourceTemplates")).isEmpty();
        assertThat(names(ada, "prompts/list", "prompts")).isEmpty();
        assertUnknown(
                ada.request("completion/complete", completion("ofTopic")),
                ada.request("completion/complete", completion("nothing")),
                "ofTopic");
        assertThat(ada.call("ofRoles", "{\"owner\": \"ada\"}").contentText()).isEqualTo("done");
        assertUnknown(ada.call("ofRoles", "{\"owner\": \"ben\"}"), ada.call("nothing"), "ofRoles");
    }

    @LegacyRevisions
    void subscriptionsToAResourceWhoseExpressionNeedsArgumentsAreRefused(ProtocolVersion version) {
        McpTestClient ada = ofOwners(version);
        for (String owner : List.of("ada", "ben")) {
            assertUnknown(
                    ada.request("resources/subscribe", "{\"uri\": \"own://" + owner + "\"}"),
                    ada.request("resources/subscribe", "{\"uri\": \"nothing://" + owner + "\"}"),
                    "own");
        }
    }

    @ModernRevisions
    void listeningToAResourceWhoseExpressionNeedsArgumentsIsRefused(ProtocolVersion version) {
        assertThat(honoured(ofOwners(version), "resourceSubscriptions", "own://ben"))
                .hasToString("{}");
    }

    @EveryRevision
    void aResourceThatDecidesByItsResultIsListedAndRead(ProtocolVersion version) {
        TestServer byResult = TestServer.shared(WithBeansAndResults.class);
        McpTestClient ada = byResult.client(version, Users.path("ada", "EDITOR"));
        for (McpTestClient caller : List.of(ada, byResult.client(version))) {
            assertThat(names(caller, "resources/list", "resources")).contains("ofAda", "open");
        }
        assertThat(names(ada, "resources/list", "resources")).contains("ofEditors");
        for (String uri : List.of("ada://result", "ada://editors")) {
            assertThat(ada.request("resources/read", "{\"uri\": \"" + uri + "\"}")
                            .text())
                    .contains("\"ada\"");
        }
    }

    @LegacyRevisions
    void subscriptionsToAResourceThatDecidesByItsResultAreRefused(ProtocolVersion version) {
        McpTestClient ada = TestServer.shared(WithBeansAndResults.class).client(version, Users.path("ada", "EDITOR"));
        for (String uri : List.of("ada://result", "ada://editors")) {
            assertUnknown(
                    ada.request("resources/subscribe", "{\"uri\": \"" + uri + "\"}"),
                    ada.request("resources/subscribe", "{\"uri\": \"ada://nothing\"}"),
                    uri.substring("ada://".length()));
        }
        ada.request("resources/subscribe", "{\"uri\": \"ada://open\"}").result();
    }

    @ModernRevisions
    void listeningToAResourceThatDecidesByItsResultIsRefused(ProtocolVersion version) {
        McpTestClient ada = TestServer.shared(WithBeansAndResults.class).client(version, Users.path("ada", "EDITOR"));
        assertThat(honoured(ada, "resourceSubscriptions", "ada://result")).hasToString("{}");
        assertThat(honoured(ada, "resourceSubscriptions", "ada://editors")).hasToString("{}");
        assertThat(honoured(ada, "resourceSubscriptions", "ada://open"))
                .hasToString("{\"resourceSubscriptions\":[\"ada://open\"]}");
    }

    @ModernRevisions
    void aCallerListensToTheTasksOfAToolThatNeedsItsArguments(ProtocolVersion version) {
        McpTestClient ada = ofOwners(version);
        String task = ada.call("ofTasks", "{\"owner\": \"ada\"}")
                .result()
                .get("taskId")
                .stringValue();
        assertThat(honoured(ada, "taskIds", task)).hasToString("{\"taskIds\":[\"" + task + "\"]}");
        ada.request("tasks/cancel", "{\"taskId\": \"" + task + "\"}").result();
    }

    private static McpTestClient ofOwners(ProtocolVersion version) {
        return TestServer.shared(WithSeveralAnnotations.class)
                .clientWith(
                        version,
                        "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}",
                        Users.path("ada", "READER"));
    }

    static JsonNode honoured(McpTestClient client, String kind, String value) {
        try (EventStream stream = client.stream(
                "subscriptions/listen", "{\"notifications\": {\"%s\": [\"%s\"]}}".formatted(kind, value))) {
            return stream.nextMessage().at("/params/notifications");
        }
    }

    private static void assertUnknown(Answer denied, Answer unknown, String name) {
        assertThat(denied.status()).isEqualTo(unknown.status());
        assertThat(denied.error().toString().replace(name, "nothing"))
                .isEqualTo(unknown.error().toString());
    }

    private static String completion(String prompt) {
        return "{\"ref\": {\"type\": \"ref/prompt\", \"name\": \"%s\"}, \"argument\": {\"name\": \"topic\", \"value\": \"\"}}"
                .formatted(prompt);
    }

    static List<String> names(McpTestClient client, String method, String member) {
        return client.request(method, "{}")
                .result()
                .get(member)
                .valueStream()
                .map(entry -> entry.get("name").stringValue())
                .filter(name -> !name.equals("scoped"))
                .toList();
    }

    @PreAuthorize("hasRole('EDITOR')")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Editors {}

    interface Inherited {

        @PreAuthorize("hasRole('EDITOR')")
        String inherited();
    }

    static class Entries implements Inherited {

        @McpTool
        String free() {
            return "free";
        }

        @McpTool
        String failing() {
            throw new AccessDeniedException("by another service");
        }

        @McpTool(name = "denied-below")
        @PreAuthorize("hasRole('EDITOR')")
        String deniedBelow() {
            throw new AccessDeniedException("by another service");
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String blocking() {
            return "done";
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        Mono<String> mono() {
            return Mono.just("done");
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        Flux<String> flux() {
            return Flux.just("done");
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        CompletionStage<String> stage() {
            return CompletableFuture.completedFuture("done");
        }

        @McpTool
        @Editors
        String meta() {
            return "done";
        }

        @McpTool
        @Override
        public String inherited() {
            return "done";
        }

        @McpTool
        @Secured("ROLE_EDITOR")
        Mono<String> secured() {
            return Mono.just("done");
        }

        @McpTool
        @RolesAllowed("EDITOR")
        String roles() {
            return "done";
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        @Secured("ROLE_EDITOR")
        String several() {
            return "done";
        }

        @McpTool
        @DenyAll
        String denied() {
            return "never";
        }

        @McpTool
        @PostAuthorize("returnObject == authentication.name")
        String post() {
            return "somebody";
        }

        @McpTool
        @PreAuthorize("#owner == authentication.name")
        String own(String owner) {
            return "done for " + owner;
        }

        @McpTool(scopes = "docs:read")
        String scoped() {
            return "done";
        }

        @McpPrompt
        String open(java.util.Optional<String> topic) {
            return "Open";
        }

        @McpComplete(prompt = "open", argument = "topic")
        @PreAuthorize("hasRole('EDITOR')")
        List<String> topicOfOpen() {
            return List.of("of editors");
        }

        @McpPrompt
        @PreAuthorize("hasRole('EDITOR')")
        String report(java.util.Optional<String> topic) {
            return "Report";
        }

        @McpComplete(prompt = "report", argument = "topic")
        List<String> topics(String typed) {
            return List.of("value");
        }

        @McpResource(uri = "doc://all")
        @PreAuthorize("hasRole('EDITOR')")
        Mono<String> all() {
            return Mono.just("All");
        }

        @McpResource(uri = "doc://part/{number}")
        @PreAuthorize("hasRole('EDITOR')")
        String part(int number) {
            return "Part " + number;
        }
    }

    static class OfOwners {

        @McpTool
        @RolesAllowed("EDITOR")
        @PreAuthorize("#owner == authentication.name")
        String ofRoles(String owner) {
            return "done";
        }

        @McpTool
        @Secured("ROLE_EDITOR")
        @PreAuthorize("#owner == authentication.name")
        String ofSecured(String owner) {
            return "done";
        }

        @McpTool
        @PreAuthorize("#owner == authentication.name")
        String ofNamed(@P("owner") String user) {
            return "done";
        }

        @McpTool(task = McpTool.TaskSupport.OPTIONAL)
        @PreAuthorize("#owner == authentication.name")
        Mono<String> ofTasks(String owner) {
            return Mono.never();
        }

        @McpResource(uri = "own://{owner}")
        @PreAuthorize("#owner == authentication.name")
        String own(String owner) {
            return "done";
        }

        @McpPrompt
        @PreAuthorize("#topic == authentication.name")
        String ofTopic(String topic) {
            return "done";
        }

        @McpComplete(prompt = "ofTopic", argument = "topic")
        List<String> topics(String typed) {
            return List.of("ada");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity(securedEnabled = true, jsr250Enabled = true)
    @Import({Users.class, OfOwners.class})
    static class WithSeveralAnnotations {}

    static class Service {

        @PreAuthorize("hasRole('EDITOR')")
        public String call() {
            return "done";
        }
    }

    static class OfService {

        private final Service service;

        OfService(Service service) {
            this.service = service;
        }

        @McpTool
        @PreAuthorize("#owner == authentication.name")
        String byArgument(String owner) {
            return service.call();
        }

        @McpTool
        @PostAuthorize("returnObject == authentication.name")
        String byResult() {
            return service.call();
        }

        @McpTool
        @PreFilter("true")
        String filtering(List<String> items) {
            return service.call();
        }

        @McpTool
        @PostFilter("true")
        List<String> filtered() {
            return List.of(service.call());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Service.class, OfService.class})
    static class WithService {}

    static class OfResults {

        @McpResource(uri = "ada://result")
        @PostAuthorize("returnObject == authentication.name")
        String ofAda() {
            return "ada";
        }

        @McpResource(uri = "ada://editors")
        @PreAuthorize("hasRole('EDITOR')")
        @PostAuthorize("returnObject == authentication.name")
        String ofEditors() {
            return "ada";
        }

        /** Does not serve {@code ada://result}, although it matches. */
        @McpResource(uri = "ada://res{rest}")
        String template(String rest) {
            return rest;
        }

        @McpResource(uri = "ada://open")
        String open() {
            return "open";
        }
    }

    static class OfEachCall {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String prototype() {
            return "done";
        }
    }

    /** Decides as a bean does that asks a database. */
    static class Permissions {

        final Set<Boolean> nonBlocking = ConcurrentHashMap.newKeySet();

        public boolean mayUse(Authentication user) {
            nonBlocking.add(Schedulers.isInNonBlockingThread());
            return user.getName().equals("eve");
        }
    }

    static class Asking {

        @McpTool
        @PreAuthorize("@permissions.mayUse(authentication)")
        String asking() {
            return "done";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Asking.class, OfResults.class})
    static class WithBeansAndResults {

        @Bean
        Permissions permissions() {
            return new Permissions();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity(securedEnabled = true, jsr250Enabled = true)
    @Import({Users.class, Entries.class})
    static class Application {

        @Bean
        @Scope("prototype")
        OfEachCall ofEachCall() {
            return new OfEachCall();
        }

        @Bean
        static RoleHierarchy hierarchy() {
            return RoleHierarchyImpl.fromHierarchy("ROLE_ADMIN > ROLE_EDITOR\nSCOPE_docs:all > SCOPE_docs:read");
        }
    }
}
