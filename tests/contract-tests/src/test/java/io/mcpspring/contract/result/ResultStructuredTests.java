package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertObject;
import static io.mcpspring.support.ResultChecks.assertValue;
import static io.mcpspring.support.ResultChecks.json;
import static io.mcpspring.support.ResultChecks.listed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonView;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ResultChecks;
import io.mcpspring.support.TestServer;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hibernate.proxy.Interceptor;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;

/** Data becomes structured content that matches the output schema, and the same JSON as text. */
class ResultStructuredTests {

    static class Tools {

        record Order(String id, int quantity, String note) {}

        record Tree(String name, List<Tree> children) {}

        static class Owner {

            @OneToMany
            public List<String> pets = List.of("Rex");

            public List<String> names = List.of("Ada");
        }

        @McpTool
        Owner owner() {
            return new Owner();
        }

        static class Bean {

            public String getName() {
                return "Ünïcode \"quoted\" \u2028 \uD83D\uDE00";
            }

            public double getShare() {
                return 0.5;
            }
        }

        enum Size {
            @JsonProperty("extra large")
            XL
        }

        @McpTool
        Order order() {
            return new Order("N17", 2, null);
        }

        interface Open {}

        interface Full extends Open {}

        record Customer(
                @JsonView(Open.class) String name,
                @JsonView(Full.class) String phone,
                String secret,
                @JsonView(Open.class) List<Customer> friends) {}

        private static Customer customer() {
            Customer friend = new Customer("Ben", "2", "b", List.of());
            return new Customer("Ada", "1", "a", List.of(friend));
        }

        @McpTool
        @JsonView(Open.class)
        Customer openCustomer() {
            return customer();
        }

        @McpTool
        @JsonView(Full.class)
        Mono<Map<String, Customer>> fullCustomers() {
            return Mono.just(Map.of("a", customer()));
        }

        @McpTool(outputType = Customer.class)
        @JsonView(Open.class)
        CallToolResult completeCustomer() {
            return CallToolResult.structured(customer());
        }

        @McpTool
        @JsonView(Open.class)
        Object undeclaredCustomer() {
            return List.of(customer());
        }

        static class Account {

            @JsonView(Open.class)
            public final String name = "Ada";

            @JsonAnyGetter
            @JsonView(Full.class)
            public Map<String, Object> internals() {
                return Map.of("limit", 5);
            }
        }

        static class Ledger {

            @JsonView(Open.class)
            public final String name = "Ada";

            @JsonAnyGetter
            public Map<String, Object> others() {
                return Map.of("limit", 5);
            }
        }

        @McpTool
        @JsonView(Open.class)
        Account openAccount() {
            return new Account();
        }

        @McpTool(structured = Structured.NEVER)
        @JsonView(Open.class)
        Account accountAsText() {
            return new Account();
        }

        @McpTool
        @JsonView(Open.class)
        Ledger openLedger() {
            return new Ledger();
        }

        @McpTool
        @JsonView(Full.class)
        Account fullAccount() {
            return new Account();
        }

        @JsonSerialize(using = NameOfView.class)
        record Viewed() {}

        static class NameOfView extends ValueSerializer<Viewed> {

            @Override
            public void serialize(Viewed value, JsonGenerator generator, SerializationContext context) {
                generator.writeString(String.valueOf(context.getActiveView()));
            }
        }

        @McpTool
        @JsonView(Full.class)
        List<Viewed> viewed() {
            return List.of(new Viewed());
        }

        @McpTool
        Customer wholeCustomer() {
            return customer();
        }

        @McpTool
        Bean bean() {
            return new Bean();
        }

        static class Entity {

            public String getName() {
                return "Ada";
            }

            public LazyInitializer getHibernateLazyInitializer() {
                return new Interceptor();
            }
        }

        @McpTool
        Entity entity() {
            return new Entity();
        }

        abstract static class Notification {

            private final long sent = System.nanoTime();

            long sent() {
                return sent;
            }
        }

        static class Mail extends Notification {

            public String getSubject() {
                return "Shipped";
            }
        }

        static class Call extends Notification {

            public int getPhone() {
                return 5;
            }
        }

        @McpTool
        List<Notification> notifications() {
            return List.of(new Mail(), new Call());
        }

        @McpTool
        Map<String, @Nullable Order> map() {
            Map<String, @Nullable Order> orders = new LinkedHashMap<>();
            orders.put("z", order());
            orders.put("a", null);
            return orders;
        }

        @McpTool
        CallToolResult described() {
            return CallToolResult.builder()
                    .text("2 names")
                    .structuredContent(List.of("a", "b"))
                    .build();
        }

        @McpTool
        List<Order> list() {
            return List.of(order(), order());
        }

        @McpTool
        List<@Nullable String> names() {
            List<@Nullable String> names = new ArrayList<>(List.of("a", "b"));
            names.add(null);
            return names;
        }

        @McpTool
        List<String> holes() {
            return Arrays.asList("a", null);
        }

        @McpTool
        Set<Integer> set() {
            return Set.of(3);
        }

        @McpTool
        Order[] array() {
            return new Order[] {order()};
        }

        @McpTool
        int[] numbers() {
            return new int[] {1, 2};
        }

        @McpTool
        List<Order> none() {
            return List.of();
        }

        @McpTool
        Mono<Map<String, List<Map<String, Order>>>> nested() {
            return Mono.just(Map.of("x", List.of(Map.of("y", order()))));
        }

        @McpTool
        Flux<Order> flux() {
            return Flux.just(order());
        }

        @McpTool
        Tree tree() {
            return new Tree("root", List.of(new Tree("leaf", List.of())));
        }

        @McpTool
        List<Tree> trees() {
            return List.of(tree());
        }

        @McpTool
        Optional<Tree> perhapsTree() {
            return Optional.of(tree());
        }

        @McpTool(structured = Structured.ALWAYS)
        Optional<Integer> perhapsNumber() {
            return Optional.empty();
        }

        @McpTool
        JsonNode json() {
            return JsonMapper.shared().createObjectNode().put("free", true);
        }

        @McpTool(structured = Structured.ALWAYS)
        int number() {
            return 5;
        }

        @McpTool(structured = Structured.ALWAYS)
        String text() {
            return "a \"bare\" text";
        }

        @McpTool(structured = Structured.ALWAYS)
        boolean yes() {
            return true;
        }

        @McpTool(structured = Structured.ALWAYS)
        Size size() {
            return Size.XL;
        }

        @McpTool(structured = Structured.ALWAYS)
        double notANumber() {
            return Double.NaN;
        }

        @McpTool(structured = Structured.ALWAYS)
        Object anything() {
            return order();
        }
    }

    private static final String ORDER = "{\"id\": \"N17\", \"quantity\": 2}";

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void objectsAreTheSameInAllRevisions(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertObject(client, "order", ORDER);
        assertObject(client, "bean", "{\"name\": \"Ünïcode \\\"quoted\\\" \u2028 \uD83D\uDE00\", \"share\": 0.5}");
        assertObject(client, "map", "{\"z\": %s, \"a\": null}".formatted(ORDER));
        assertObject(client, "nested", "{\"x\": [{\"y\": %s}]}".formatted(ORDER));
    }

    @EveryRevision
    void theInterceptorOfAProxyIsWrittenAsAnEmptyObject(ProtocolVersion version) {
        assertObject(server.client(version), "entity", "{\"name\": \"Ada\", \"hibernateLazyInitializer\": {}}");
    }

    @EveryRevision
    void subclassesOfABaseClassWithoutGettersAreWritten(ProtocolVersion version) {
        assertValue(server.client(version), "notifications", "[{\"subject\": \"Shipped\"}, {\"phone\": 5}]");
    }

    @EveryRevision
    void aNullElementThatIsNotDeclaredIsAnError(ProtocolVersion version) {
        ResultChecks.assertNeutralError(server.client(version).call("holes"), "holes");
    }

    @EveryRevision
    void listsAndArraysAreWrappedForOlderRevisions(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertValue(client, "list", "[%1$s, %1$s]".formatted(ORDER));
        assertValue(client, "names", "[\"a\", \"b\", null]");
        assertValue(client, "set", "[3]");
        assertValue(client, "array", "[%s]".formatted(ORDER));
        assertValue(client, "numbers", "[1, 2]");
        assertValue(client, "none", "[]");
        assertValue(client, "flux", "[%s]".formatted(ORDER));
    }

    @EveryRevision
    void aValueThatIsNotAnObjectIsRepeatedAsTextBesideOtherContent(ProtocolVersion version) {
        assertThat(server.client(version)
                        .call("described")
                        .result()
                        .get("content")
                        .valueStream()
                        .map(block -> block.get("text").stringValue()))
                .containsExactly("2 names", "[\"a\",\"b\"]");
    }

    @EveryRevision
    void recursiveTypesAreDescribedWithAndWithoutAWrapper(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String tree = "{\"name\": \"root\", \"children\": [{\"name\": \"leaf\", \"children\": []}]}";
        assertObjectOrValue(client, "tree", tree);
        assertValue(client, "trees", "[%s]".formatted(tree));
        assertValue(client, "perhapsTree", tree);
        if (version != ProtocolVersion.V2025_03_26) {
            // With a wrong reference this would be valid.
            String wrong = tree.replace("\"leaf\"", "5");
            assertThat(conforms(client, "trees", version.isModern() ? "[%s]" : "{\"result\": [%s]}", wrong))
                    .isFalse();
            assertThat(conforms(client, "perhapsTree", version.isModern() ? "%s" : "{\"result\": %s}", wrong))
                    .isFalse();
        }
    }

    @EveryRevision
    void scalarsAreStructuredOnRequest(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertValue(client, "number", "5");
        assertValue(client, "perhapsNumber", "null");
        assertValue(client, "text", "\"a \\\"bare\\\" text\"");
        assertValue(client, "yes", "true");
        assertValue(client, "size", "\"extra large\"");
    }

    @EveryRevision
    void numbersThatJsonCannotExpressAreAnError(ProtocolVersion version) {
        ResultChecks.assertNeutralError(server.client(version).call("notANumber"), "notANumber");
    }

    @EveryRevision
    void dataOfAnUnknownTypeIsStructuredWithoutASchema(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("json", "anything")) {
            String expected = tool.equals("json") ? "{\"free\": true}" : ORDER;
            Answer answer = client.call(tool);
            assertThat(json(answer.contentText())).isEqualTo(json(expected));
            assertThat(answer.result().has("structuredContent")).isEqualTo(version != ProtocolVersion.V2025_03_26);
            if (version != ProtocolVersion.V2025_03_26) {
                assertThat(answer.result().get("structuredContent")).isEqualTo(json(expected));
            }
            assertThat(listed(client, tool).has("outputSchema")).as(tool).isFalse();
        }
    }

    @EveryRevision
    void aWrappedSchemaRequiresTheResult(ProtocolVersion version) {
        JsonNode schema = listed(server.client(version), "number").path("outputSchema");
        String expected = switch (version) {
            case V2025_03_26 -> null;
            case V2025_06_18, V2025_11_25 -> """
                    {"type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"]}""";
            default -> "{\"type\": \"integer\"}";
        };
        assertThat(schema.isMissingNode()).isEqualTo(expected == null);
        if (expected != null) {
            assertThat(schema).isEqualTo(json(expected));
        }
    }

    @EveryRevision
    void onlyTheMembersOfTheViewAreWrittenAndDescribed(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String open = "{\"name\":\"Ada\",\"friends\":[{\"name\":\"Ben\",\"friends\":[]}]}";
        assertThat(client.call("openCustomer").contentText()).isEqualTo(open);
        assertThat(client.call("completeCustomer").contentText()).isEqualTo(open);
        assertThat(client.call("undeclaredCustomer").contentText()).isEqualTo("[" + open + "]");
        assertThat(client.call("fullCustomers").contentText()).contains("phone").doesNotContain("secret");
        assertThat(client.call("wholeCustomer").contentText()).contains("phone", "secret");
        for (String tool : List.of("openCustomer", "completeCustomer")) {
            assertThat(listed(client, tool).toString()).doesNotContain("phone", "secret");
        }
        assertThat(listed(client, "fullCustomers").toString()).doesNotContain("secret");
    }

    @EveryRevision
    void otherMembersAreWrittenInTheirViewAlone(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("openAccount", "accountAsText", "openLedger")) {
            assertThat(client.call(tool).contentText()).as(tool).isEqualTo("{\"name\":\"Ada\"}");
        }
        assertObject(client, "fullAccount", "{\"name\": \"Ada\", \"limit\": 5}");
    }

    @Test
    void aRelationThatWasNotLoadedMayBeNull() {
        McpTestClient client = server.client(ProtocolVersion.newest());
        assertThat(conforms(client, "owner", "%s", "{\"pets\": null, \"names\": [\"Ada\"]}"))
                .isTrue();
        assertThat(conforms(client, "owner", "%s", "{\"pets\": [\"Rex\"], \"names\": null}"))
                .isFalse();
    }

    @EveryRevision
    void serializersSeeTheView(ProtocolVersion version) {
        assertThat(server.client(version).call("viewed").contentText()).isEqualTo("[\"" + Tools.Full.class + "\"]");
    }

    // A recursive object may have a reference at its root, and is then wrapped like any other value.
    private static void assertObjectOrValue(McpTestClient client, String tool, String expected) {
        if (listed(client, tool).at("/outputSchema/properties").has("result")) {
            assertValue(client, tool, expected);
        } else {
            assertObject(client, tool, expected);
        }
    }

    private static boolean conforms(McpTestClient client, String tool, String form, String value) {
        return ResultChecks.problems(listed(client, tool).get("outputSchema"), json(form.formatted(value)))
                .isEmpty();
    }
}
