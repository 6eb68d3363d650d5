package io.mcpspring.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Max;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Definitions are listed and called like annotated tools. */
class McpToolDefinitionTests {

    record Summands(int first, @Max(9) int second) {

        Summands {
            if (first == 7) {
                throw new IllegalArgumentException("first must not be 7");
            }
        }
    }

    record Sum(int value) {}

    private static final String WRITTEN = """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Words", "type": "object",
             "properties": {"words": {"type": "array", "items": {"type": "string"}}}, "required": ["words"]}""";

    static class Tools {

        @Bean
        McpToolDefinition add() {
            return McpToolDefinition.named("add")
                    .title("Adder")
                    .description("Adds two numbers")
                    .inputSchema(Summands.class)
                    .outputSchema(Sum.class)
                    .readOnlyHint(true)
                    .destructiveHint(false)
                    .idempotentHint(true)
                    .openWorldHint(false)
                    .icon(new Icon("https://example.com/i.png", null, List.of(), null))
                    .meta(Map.of("shelf", 7))
                    .call((arguments, exchange) -> {
                        Summands summands = arguments.as(Summands.class);
                        return new Sum(summands.first() + summands.second());
                    })
                    .build();
        }

        @Bean
        McpToolDefinition count() {
            return McpToolDefinition.named("count")
                    .inputSchema(JsonMapper.shared().readTree(WRITTEN))
                    .call((arguments, exchange) -> arguments.json().get("words").size())
                    .build();
        }

        @Bean
        McpToolDefinition join() {
            return McpToolDefinition.named("join")
                    .inputSchema(new ByteArrayResource(WRITTEN.getBytes(StandardCharsets.UTF_8)))
                    .outputSchema(JsonMapper.shared().readTree("{\"type\": \"string\", \"minLength\": 2}"))
                    .callReactive((arguments, exchange) -> Mono.just(String.join(
                            "-", arguments.get("words", String[].class).orElseThrow())))
                    .build();
        }

        @Bean
        McpToolDefinition bare() {
            return McpToolDefinition.named("bare")
                    .call((arguments, exchange) -> exchange.protocolVersion() + " " + arguments.json())
                    .build();
        }

        @Bean
        McpToolDefinition recordAsText() {
            return McpToolDefinition.named("recordAsText")
                    .call((arguments, exchange) -> new Sum(3))
                    .build();
        }

        @Bean
        McpToolDefinition content() {
            return McpToolDefinition.named("content")
                    .callReactive((arguments, exchange) -> Mono.just(List.of(Content.text("a"), Content.text("b"))))
                    .build();
        }

        @Bean
        McpToolDefinition nothing() {
            return McpToolDefinition.named("nothing")
                    .callReactive((arguments, exchange) -> Mono.empty())
                    .build();
        }

        @Bean
        McpToolDefinition failing() {
            return McpToolDefinition.named("failing")
                    .call((arguments, exchange) -> {
                        throw new IOException("secret");
                    })
                    .build();
        }

        @Bean
        McpToolDefinition explained() {
            return McpToolDefinition.named("explained")
                    .callReactive((arguments, exchange) -> Mono.error(new McpToolException("explained")))
                    .build();
        }

        @Bean
        McpToolDefinition slow() {
            return McpToolDefinition.named("slow")
                    .timeout(Duration.ofMillis(100))
                    .call((arguments, exchange) -> {
                        new CountDownLatch(1).await();
                        return "never";
                    })
                    .build();
        }

        @Bean
        McpToolDefinition optional() {
            return McpToolDefinition.named("optional")
                    .inputSchema(json("{\"type\": \"object\"}"))
                    .call((arguments, exchange) ->
                            Optional.of(arguments.get("a", Integer.class).isPresent()))
                    .build();
        }

        @Bean
        McpToolDefinition ofAnnotated() {
            return method(new NoBean(), "annotated", String.class);
        }

        @Bean
        McpToolDefinition ofPlain() {
            return method(new NoBean(), "plain", int.class, McpExchange.class);
        }

        @McpTool(name = "annotated")
        String besides() {
            return "an annotated method";
        }

        private static McpToolDefinition method(Object object, String name, Class<?>... parameters) {
            return McpToolDefinition.of(object, ReflectionUtils.findMethod(object.getClass(), name, parameters));
        }
    }

    static class NoBean {

        @McpTool(name = "renamed", description = "Repeats a word")
        String annotated(String word) {
            return word + word;
        }

        Sum plain(int number, McpExchange exchange) {
            return new Sum(number);
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void definitionsAreListedBesideAnnotatedMethodsSortedByName(ProtocolVersion version) {
        JsonNode tools =
                server.client(version).request("tools/list", "{}").result().get("tools");
        assertThat(tools.valueStream().map(tool -> tool.get("name").stringValue()))
                .containsExactly(
                        "add",
                        "annotated",
                        "bare",
                        "content",
                        "count",
                        "explained",
                        "failing",
                        "join",
                        "nothing",
                        "optional",
                        "plain",
                        "recordAsText",
                        "renamed",
                        "slow");
    }

    @EveryRevision
    void theirDescriptionsAreListed(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        JsonNode add = listed(client, "add");
        assertThat(add.get("description").stringValue()).isEqualTo("Adds two numbers");
        assertThat(add.at("/annotations/readOnlyHint").booleanValue()).isTrue();
        assertThat(add.at("/annotations/destructiveHint").booleanValue()).isFalse();
        assertThat(add.at("/annotations/idempotentHint").booleanValue()).isTrue();
        assertThat(add.at("/annotations/openWorldHint").booleanValue()).isFalse();
        assertThat(add.at("/inputSchema/properties").propertyNames()).containsExactly("first", "second");
        assertThat(add.has("outputSchema")).isEqualTo(version != ProtocolVersion.V2025_03_26);
        assertThat(add.path("_meta").path("shelf").intValue(0))
                .isEqualTo(version == ProtocolVersion.V2025_03_26 ? 0 : 7);
        assertThat(listed(client, "count").get("inputSchema"))
                .hasToString(json(WRITTEN).toString());
        assertThat(listed(client, "join").get("inputSchema"))
                .hasToString(json(WRITTEN).toString());
        assertThat(listed(client, "bare").get("inputSchema"))
                .isEqualTo(json("{\"type\": \"object\", \"additionalProperties\": false}"));
        assertThat(listed(client, "bare").has("annotations")).isFalse();
        assertThat(listed(client, "renamed").get("description").stringValue()).isEqualTo("Repeats a word");
        assertThat(listed(client, "plain").at("/inputSchema/properties").propertyNames())
                .containsExactly("number");
    }

    @EveryRevision
    void theirResultsAreMappedLikeThoseOfMethods(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertStructured(
                client.call("add", "{\"first\": 1, \"second\": 2}"), version, "{\"value\":3}", "{\"value\":3}");
        assertStructured(
                client.call("join", "{\"words\": [\"a\", \"b\"]}"), version, "\"a-b\"", "{\"result\":\"a-b\"}");
        assertStructured(client.call("plain", "{\"number\": 4}"), version, "{\"value\":4}", "{\"value\":4}");
        assertThat(client.call("count", "{\"words\": [\"a\", \"b\"]}").contentText())
                .isEqualTo("2");
        assertThat(client.call("bare").contentText()).isEqualTo(version + " {}");
        assertThat(client.call("recordAsText").contentText()).isEqualTo("{\"value\":3}");
        assertThat(client.call("recordAsText").result().has("structuredContent"))
                .isFalse();
        assertThat(client.call("content").result().get("content")).hasSize(2);
        assertThat(client.call("nothing").contentText()).isEqualTo("Done.");
        assertThat(client.call("renamed", "{\"word\": \"ha\"}").contentText()).isEqualTo("haha");
    }

    @EveryRevision
    void theirArgumentsAreValidated(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertRefused(
                client,
                "add",
                "{\"first\": 1.5, \"second\": 10}",
                "first: must be a whole number, got number 1.5\nsecond: must be at most 9, got 10");
        assertRefused(client, "add", "{\"first\": 1}", "second: is required");
        assertRefused(client, "count", "{\"words\": [true]}", "words[0]: must be a string, got true");
        assertRefused(client, "bare", "{\"x\": 1}", "x: is not a known argument; there are none");
        assertRefused(client, "renamed", "{}", "word: is required");
    }

    @EveryRevision
    void argumentsAreConvertedWhenTheFunctionReadsThem(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(client.call("optional", "{\"a\": 1}").contentText()).isEqualTo("true");
        assertThat(client.call("optional", "{\"a\": null}").contentText()).isEqualTo("false");
        assertThat(client.call("optional").contentText()).isEqualTo("false");
        assertRefused(
                client,
                "optional",
                "{\"a\": {}}",
                "a: must be a whole number from -2147483648 to 2147483647, got an object");
        assertRefused(client, "add", "{\"first\": 7, \"second\": 2}", "first must not be 7");
    }

    @EveryRevision
    void jsonInAStringIsDecodedForThemToo(ProtocolVersion version) {
        Answer answer = server.client(version).call("count", "{\"words\": \"[\\\"a\\\"]\"}");
        assertThat(answer.contentText()).isEqualTo("1");
    }

    @EveryRevision
    void theirFailuresAreMappedLikeThoseOfMethods(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(client.call("explained").contentText()).isEqualTo("explained");
        assertThat(client.call("failing").contentText()).startsWith("Tool 'failing' failed unexpectedly.");
        assertThat(client.call("slow").contentText())
                .isEqualTo("Tool 'slow' was stopped: it did not finish within 100 ms.");
        assertThat(client.call("join", "{\"words\": [\"a\"]}").contentText())
                .as("not what the output schema says")
                .startsWith("Tool 'join' failed unexpectedly.");
    }

    @Test
    void aDefinitionWithoutAFunctionCannotBeBuilt() {
        assertThatIllegalStateException()
                .isThrownBy(() -> McpToolDefinition.named("idle").build())
                .withMessage("'idle' needs its work: call one of call, read, get and content of its builder");
    }

    @Test
    void aNegativeTimeLimitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpToolDefinition.named("early").timeout(Duration.ofMillis(-1)));
    }

    private static JsonNode listed(McpTestClient client, String name) {
        return client.request("tools/list", "{}")
                .result()
                .get("tools")
                .valueStream()
                .filter(tool -> tool.get("name").stringValue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertStructured(Answer answer, ProtocolVersion version, String bare, String wrapped) {
        assertThat(answer.contentText()).isEqualTo(bare.replace("\"a-b\"", "a-b"));
        if (version == ProtocolVersion.V2025_03_26) {
            assertThat(answer.result().has("structuredContent")).isFalse();
        } else {
            assertThat(answer.result().get("structuredContent")).isEqualTo(json(version.isModern() ? bare : wrapped));
        }
    }

    private static void assertRefused(McpTestClient client, String tool, String arguments, String problems) {
        Answer answer = client.call(tool, arguments);
        boolean inWords = client.version().isAtLeast(ProtocolVersion.V2025_11_25);
        assertThat(answer.json().has("result")).as(answer.text()).isEqualTo(inWords);
        String text =
                inWords ? answer.contentText() : answer.error().get("message").stringValue();
        assertThat(text).isEqualTo("Invalid arguments for tool '" + tool + "':\n" + problems);
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
