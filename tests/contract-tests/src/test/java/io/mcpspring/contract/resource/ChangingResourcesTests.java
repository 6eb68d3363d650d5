package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.entry.McpChanges;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResources;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Resources are added, replaced and removed at run time, and subscribed clients are notified. */
class ChangingResourcesTests {

    private static final String LIST_CHANGED = "notifications/resources/list_changed";

    private static final String UPDATED = "notifications/resources/updated";

    private static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    private static final InProcessChannel NETWORK = new InProcessChannel();

    static class Shop {

        @Bean
        McpInstanceChannel channel() {
            return NETWORK;
        }

        @McpResource(uri = "s://fixed")
        String fixed() {
            return "fixed";
        }

        @McpResource(uri = "s://items/{id}")
        String item(int id) {
            return "item " + id;
        }
    }

    static class Alone {

        @McpResource(uri = "s://fixed")
        String fixed() {
            return "fixed";
        }
    }

    static class Hasty {

        @Bean
        String changeTooEarly(McpResources resources) {
            resources.update(changes -> changes.add(document("s://early", "never")));
            return "changed";
        }
    }

    private static final String SECRET = "mcp.server.secret=a secret that both of the instances know";

    private static final TestServer A = TestServer.shared(Shop.class, SECRET, "spring.application.name=a");

    private static final TestServer B = TestServer.shared(Shop.class, SECRET, "spring.application.name=b");

    private final McpResources resources = A.context().getBean(McpResources.class);

    static McpResourceDefinition document(String uri, String text) {
        return McpResourceDefinition.at(uri)
                .name(text)
                .read((request, exchange) -> text)
                .build();
    }

    @BeforeEach
    void begin() {
        resources.update(changes -> {
            resources.list().stream()
                    .map(Resource::uri)
                    .filter(uri -> !uri.equals("s://fixed"))
                    .forEach(changes::remove);
            resources.templates().stream()
                    .map(ResourceTemplate::uriTemplate)
                    .filter(uri -> !uri.equals("s://items/{id}"))
                    .forEach(changes::remove);
        });
    }

    private static EventStream open(McpTestClient client, String filter) {
        if (!client.version().isModern()) {
            return client.listen();
        }
        EventStream stream = client.stream("subscriptions/listen", "{\"notifications\": " + filter + "}");
        assertThat(stream.nextMessage().get("method").stringValue()).endsWith("acknowledged");
        return stream;
    }

    private static Answer subscribe(McpTestClient client, String uri) {
        return client.request("resources/subscribe", "{\"uri\": \"" + uri + "\"}");
    }

    private static List<String> rest(McpTestClient client, EventStream stream) {
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        return stream.rest().stream().map(ChangingResourcesTests::describe).toList();
    }

    private static String describe(JsonNode message) {
        return message.get("method").stringValue().replaceFirst(".*/", "")
                + message.at("/params/uri").asString("").replaceFirst("^", " ").stripTrailing();
    }

    @Test
    void aTemplateThatMatchesTheAddressesOfAnotherIsRefused() {
        resources.update(changes -> changes.add(document("n://{a}", "first")));
        List<ResourceTemplate> before = resources.templates();

        for (Consumer<McpChanges<McpResourceDefinition>> change : List.<Consumer<McpChanges<McpResourceDefinition>>>of(
                changes -> changes.add(document("s://new", "new")).add(document("n://{b}", "second")),
                changes -> changes.put(document("n://{b}", "second")))) {
            assertThatExceptionOfType(McpMethodException.class)
                    .isThrownBy(() -> resources.update(change))
                    .withMessageContaining("There is another resource template 'n://{a}': ");
        }
        assertThat(resources.templates()).isEqualTo(before);
        assertThat(resources.find(URI.create("s://new"))).isEmpty();

        resources.update(changes -> changes.add(document("n://{b}", "second")).remove("n://{a}"));
        assertThat(resources.findTemplate("n://{b}")).isPresent();
    }

    @EveryRevision
    void resourcesAndTemplatesCanBeAddedReplacedAndRemoved(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        resources.update(changes -> changes.add(document("s://new", "first")).add(document("n://{a}", "template")));
        assertThat(text(client, "s://new")).isEqualTo("first");
        assertThat(text(client, "n://x")).isEqualTo("template");
        assertThat(uris(client)).containsExactly("s://fixed", "s://new");
        resources.update(changes -> changes.replace(document("s://new", "second"))
                .replace(document("n://{a}", "other"))
                .replace(document("s://fixed", "replaced")));
        assertThat(text(client, "s://new")).isEqualTo("second");
        assertThat(text(client, "n://x")).isEqualTo("other");
        assertThat(text(client, "s://fixed")).isEqualTo("replaced");
        resources.update(changes -> changes.remove("s://new").remove("n://{a}"));
        assertThat(uris(client)).containsExactly("s://fixed");
        assertThat(client.read("s://new").errorCode()).isEqualTo(version.isModern() ? -32602 : -32002);
        assertThat(client.read("n://x").error().at("/data/uri").stringValue()).isEqualTo("n://x");
    }

    private static String text(McpTestClient client, String uri) {
        return client.read(uri).result().at("/contents/0/text").stringValue();
    }

    private static List<String> uris(McpTestClient client) {
        return client.request("resources/list", "{}").result().get("resources").findValuesAsString("uri");
    }

    @Test
    void aPartlyFailedUpdateChangesNothing() {
        List<Resource> before = resources.list();
        for (Consumer<McpChanges<McpResourceDefinition>> failing : List.<Consumer<McpChanges<McpResourceDefinition>>>of(
                changes -> changes.add(document("s://a", "a")).add(document("s://fixed", "taken")),
                changes -> changes.add(document("s://a", "a")).add(document("s://items/{id}", "taken")),
                changes -> changes.add(document("s://a", "a")).remove("s://none"),
                changes -> changes.add(document("s://a", "a")).remove("s://{none}"),
                changes -> changes.add(document("t://{a}", "a")).replace(document("s://none", "none")))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> resources.update(failing))
                    .withMessageMatching("There is (an|no) entry '.*'( already)?");
        }
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> resources.update(
                        changes -> changes.add(document("s://a", "a")).add(document("no uri", "a"))))
                .withMessageContaining("no uri");
        assertThat(resources.list()).isEqualTo(before);
        assertThat(resources.templates())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("s://items/{id}");
    }

    @Test
    void anUpdateCannotBeUsedAfterItsEnd() {
        List<McpChanges<McpResourceDefinition>> kept = new ArrayList<>();
        resources.update(kept::add);
        assertThatIllegalStateException().isThrownBy(() -> kept.get(0).add(document("s://late", "late")));
        assertThatIllegalStateException().isThrownBy(() -> kept.get(0).remove("s://fixed"));
        assertThatIllegalStateException().isThrownBy(() -> resources.update(changes -> resources.update(inner -> {})));
    }

    @Test
    void resourcesCannotBeChangedBeforeTheStart() {
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> TestServer.start(Hasty.class))
                .withStackTraceContaining("A list cannot be changed before the application has started");
    }

    @Test
    void everyListChangeIsSentOnceToTheClientsOfAllInstances() {
        List<McpTestClient> clients = new ArrayList<>();
        List<EventStream> streams = new ArrayList<>();
        for (TestServer server : List.of(A, B)) {
            for (ProtocolVersion version : ProtocolVersion.values()) {
                clients.add(server.client(version));
                streams.add(open(clients.get(clients.size() - 1), "{\"resourcesListChanged\": true}"));
            }
        }
        EventStream other = open(A.client(ProtocolVersion.V2026_07_28), "{\"toolsListChanged\": true}");
        resources.update(changes -> changes.add(document("s://a", "a")).add(document("s://b/{c}", "b")));
        resources.update(changes -> {});
        resources.update(changes -> changes.add(document("s://c", "c")).remove("s://c"));
        resources.update(changes -> changes.remove("s://b/{c}"));
        for (int i = 0; i < streams.size(); i++) {
            if (clients.get(i).version().isModern()) {
                for (int event = 0; event < 2; event++) {
                    JsonNode message = streams.get(i).nextMessage();
                    assertThat(message.get("method").stringValue()).isEqualTo(LIST_CHANGED);
                    assertThat(message.get("params"))
                            .hasToString("{\"_meta\":{\"%s\":%d}}"
                                    .formatted(SUBSCRIPTION_ID, clients.get(i).lastId()));
                }
                assertThat(streams.get(i).arrived()).isEmpty();
                streams.get(i).close();
            } else {
                assertThat(rest(clients.get(i), streams.get(i))).containsExactly("list_changed", "list_changed");
            }
        }
        assertThat(other.arrived()).isEmpty();
        other.close();
    }

    @LegacyRevisions
    void aSessionIsNotifiedOfTheResourcesItSubscribedTo(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        McpTestClient other = A.client(version);
        List<EventStream> streams = List.of(client.listen(), client.listen());
        EventStream ofOther = other.listen();
        assertThat(subscribe(client, "s://fixed").result()).isEmpty();
        assertThat(subscribe(client, "s://fixed").result()).isEmpty();
        assertThat(subscribe(client, "s://items/7").result()).isEmpty();
        assertThat(subscribe(client, "s://items/9").result()).isEmpty();
        assertThat(subscribe(other, "s://items/8").result()).isEmpty();
        resources.updated(URI.create("s://fixed"));
        resources.updated(URI.create("s://items/8"));
        resources.updated(URI.create("s://items/7"));
        assertThat(client.request("resources/unsubscribe", "{\"uri\": \"s://items/9\"}")
                        .result())
                .isEmpty();
        assertThat(client.request("resources/unsubscribe", "{\"uri\": \"s://never\"}")
                        .result())
                .isEmpty();
        resources.updated(URI.create("s://items/9"));
        B.context().getBean(McpResources.class).updated(URI.create("s://fixed"));
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        List<String> events = streams.stream()
                .flatMap(stream -> stream.rest().stream())
                .map(ChangingResourcesTests::describe)
                .toList();
        assertThat(events).containsExactlyInAnyOrder("updated s://fixed", "updated s://items/7", "updated s://fixed");
        assertThat(rest(other, ofOther)).containsExactly("updated s://items/8");
    }

    @LegacyRevisions
    void aSessionIsNotifiedOnWhicheverInstanceItSubscribed(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        McpTestClient atB = B.client(version);
        EventStream stream = atB.get(client.headers());
        assertThat(subscribe(client, "s://fixed").result()).isEmpty();
        resources.updated(URI.create("s://fixed"));
        resources.updated(URI.create("s://items/1"));
        B.context().getBean(McpResources.class).updated(URI.create("s://fixed"));
        String unsubscribe = client.body(
                "resources/unsubscribe", JsonMapper.shared().createObjectNode().put("uri", "s://fixed"));
        assertThat(atB.post(unsubscribe, client.headers()).result()).isEmpty();
        resources.updated(URI.create("s://fixed"));
        assertThat(rest(client, stream)).containsExactly("updated s://fixed", "updated s://fixed");
    }

    @LegacyRevisions
    void aSessionThatSubscribedOnSeveralInstancesIsNotifiedOnce(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        McpTestClient atB = B.client(version);
        EventStream stream = atB.get(client.headers());
        assertThat(subscribe(client, "s://fixed").result()).isEmpty();
        String again = client.body(
                "resources/subscribe", JsonMapper.shared().createObjectNode().put("uri", "s://fixed"));
        assertThat(atB.post(again, client.headers()).result()).isEmpty();
        resources.updated(URI.create("s://fixed"));
        assertThat(rest(client, stream)).containsExactly("updated s://fixed");
    }

    @LegacyRevisions
    void onlyKnownResourcesCanBeSubscribedTo(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        for (String unknown : List.of("s://none", "s://items", "s://items/1/2", "")) {
            JsonNode error = subscribe(client, unknown).error();
            assertThat(error.get("code").intValue()).isEqualTo(-32002);
            assertThat(error.at("/data/uri").stringValue()).isEqualTo(unknown);
        }
        for (String params : List.of("{}", "{\"uri\": 1}", "{\"uri\": null}")) {
            assertThat(client.request("resources/subscribe", params).errorCode())
                    .isEqualTo(-32602);
            assertThat(client.request("resources/unsubscribe", params).errorCode())
                    .isEqualTo(-32602);
        }
    }

    @Test
    @Tag("change")
    void theSubscriptionsOfASessionAreLimited() {
        McpTestClient client = A.client(ProtocolVersion.V2025_11_25);
        for (int i = 0; i < 1_000; i++) {
            assertThat(subscribe(client, "s://items/" + i).result()).isEmpty();
        }
        assertThat(subscribe(client, "s://items/1000").errorCode()).isEqualTo(-32602);
        assertThat(subscribe(client, "s://items/999").result()).isEmpty();
        client.request("resources/unsubscribe", "{\"uri\": \"s://items/3\"}").result();
        assertThat(subscribe(client, "s://items/1000").result()).isEmpty();
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
    }

    @Test
    void aModernClientHasNoSubscribeRequests() {
        McpTestClient client = A.client(ProtocolVersion.V2026_07_28);
        assertThat(subscribe(client, "s://fixed").errorCode()).isEqualTo(-32601);
        assertThat(client.request("resources/unsubscribe", "{\"uri\": \"s://fixed\"}")
                        .errorCode())
                .isEqualTo(-32601);
    }

    @Test
    void aSubscriptionIsNotifiedOfItsResourcesOnly() {
        McpTestClient client = B.client(ProtocolVersion.V2026_07_28);
        try (EventStream stream = client.stream("subscriptions/listen", """
                {"notifications": {"resourceSubscriptions": ["s://fixed", "s://none", "s://items/7", "", "s://fixed",
                "no uri", "s://items/{id}/x", "s://items/../x"]}}""");
                EventStream lists = open(client, "{\"resourcesListChanged\": true}")) {
            int first = client.lastId() - 1;
            JsonNode acknowledged = stream.nextMessage();
            assertThat(acknowledged.at("/params/notifications"))
                    .hasToString("{\"resourceSubscriptions\":[\"s://fixed\",\"s://items/7\"]}");
            resources.updated(URI.create("s://items/8"));
            resources.updated(URI.create("s://none"));
            resources.update(changes -> changes.add(document("s://more", "more")));
            resources.updated(URI.create("s://items/7"));
            resources.updated(URI.create("s://fixed"));
            for (String uri : List.of("s://items/7", "s://fixed")) {
                JsonNode message = stream.nextMessage();
                assertThat(message.get("method").stringValue()).isEqualTo(UPDATED);
                assertThat(message.at("/params/uri").stringValue()).isEqualTo(uri);
                assertThat(message.at("/params/_meta").get(SUBSCRIPTION_ID).intValue())
                        .isEqualTo(first);
            }
            assertThat(lists.nextMessage().get("method").stringValue()).isEqualTo(LIST_CHANGED);
            assertThat(stream.arrived()).isEmpty();
            assertThat(lists.arrived()).isEmpty();
        }
    }
}
