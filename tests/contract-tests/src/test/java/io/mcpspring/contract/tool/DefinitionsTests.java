package io.mcpspring.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.Role;
import io.mcpspring.protocol.Tool;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResources;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpToolException;
import io.mcpspring.tool.McpTools;
import java.lang.reflect.Method;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.env.Environment;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Definitions of tools, prompts and resources have the same shape, and can be changed into others. */
class DefinitionsTests {

    private static final McpToolDefinition ADD = McpToolDefinition.named("add")
            .title("Add")
            .description("Adds numbers")
            .readOnlyHint(true)
            .timeout(Duration.ofSeconds(5))
            .inputSchema(new ParameterizedTypeReference<Map<String, Integer>>() {})
            .outputSchema(new ParameterizedTypeReference<List<Integer>>() {})
            .call((arguments, exchange) ->
                    List.of(arguments.as(new ParameterizedTypeReference<Map<String, Integer>>() {}).values().stream()
                            .mapToInt(Integer::intValue)
                            .sum()))
            .build();

    static class NoBean {

        @McpTool(name = "${tool.name}", description = "Says hello", timeout = "${tool.timeout:2s}")
        String hello(String name) {
            return "Hello " + name;
        }

        @McpPrompt(name = "${prompt.name:greeting}", description = "Greets")
        String greeting(String name) {
            return "Hello " + name;
        }

        @McpResource(
                uri = "def://{id}",
                name = "${resource.name:things}",
                audience = Role.USER,
                lastModified = "2026-07-28T12:00:00Z")
        String thing(String id) {
            return "thing " + id;
        }

        String plain(String name) {
            return "Plain " + name;
        }
    }

    static class Application {

        @Bean
        static McpToolDefinition add() {
            return ADD;
        }

        @Bean
        static McpToolDefinition renamed() {
            return ADD.mutate().name("plus").title("Plus").build();
        }

        @Bean
        static McpToolDefinition replaced() {
            return ADD.mutate()
                    .name("reactive")
                    .callReactive((arguments, exchange) ->
                            Mono.just(List.of(arguments.get("a", Integer.class).orElse(-1))))
                    .build();
        }

        @Bean
        static McpToolDefinition ofMethod(Environment environment) {
            return McpToolDefinition.of(new NoBean(), method("hello"), environment);
        }

        @Bean
        static McpToolDefinition ofRenamedMethod(Environment environment) {
            return McpToolDefinition.of(new NoBean(), method("hello"), environment)
                    .mutate()
                    .name("hallo")
                    .build();
        }

        @Bean
        static McpPromptDefinition greeting() {
            return McpPromptDefinition.of(new NoBean(), method("greeting"));
        }

        @Bean
        static McpPromptDefinition plainPrompt() {
            return McpPromptDefinition.of(new NoBean(), method("plain"));
        }

        @Bean
        static McpPromptDefinition reactivePrompt() {
            return McpPromptDefinition.named("reactivePrompt")
                    .argument("a", null, true)
                    .getReactive((arguments, exchange) -> Mono.just("Reactive " + arguments.get("a")))
                    .build();
        }

        @Bean
        static McpResourceDefinition things() {
            return McpResourceDefinition.of(new NoBean(), method("thing"));
        }

        @Bean
        static McpResourceDefinition others() {
            return McpResourceDefinition.of(new NoBean(), method("thing"))
                    .mutate()
                    .uri("other://{id}")
                    .build();
        }

        @Bean
        static McpResourceDefinition reactiveResource() {
            return McpResourceDefinition.at(URI.create("reactive://one"))
                    .readReactive((request, exchange) -> Mono.just("at " + request.uri()))
                    .build();
        }

        @McpResource(uri = "fixed://one", size = 5, lastModified = "2026-07-28T12:00:00Z")
        String fixed() {
            return "fixed";
        }

        @McpTool
        String described(
                @McpToolParam(
                                title = "The number",
                                examples = {"1", "${example:2}"})
                        int number,
                @McpToolParam(examples = {"red", "blue"}) String color) {
            return number + color;
        }

        @McpTool
        CallToolResult both() {
            return CallToolResult.builder()
                    .text("for the model")
                    .structuredContent(Map.of("for", "programs"))
                    .build();
        }

        @McpTool
        CallToolResult failed() {
            return CallToolResult.error(Content.text("first"), Content.text("second"));
        }

        @McpTool
        String thrown() {
            throw new McpToolException(List.of(Content.text("first"), Content.text("second")));
        }
    }

    private static final TestServer SERVER = TestServer.shared(Application.class, "tool.name=hello");

    private static Method method(String name) {
        return Objects.requireNonNull(ReflectionUtils.findMethod(NoBean.class, name, String.class));
    }

    private static JsonNode listed(McpTestClient client, String method, String list, String key, String value) {
        return client.request(method, "{}")
                .result()
                .get(list)
                .valueStream()
                .filter(entry -> entry.get(key).stringValue().equals(value))
                .findFirst()
                .orElseThrow();
    }

    private static String prompt(McpTestClient client, String name, String argument) {
        return client.request("prompts/get", """
                        {"name": "%s", "arguments": {"%s": "Ada"}}""".formatted(name, argument))
                .result()
                .at("/messages/0/content/text")
                .stringValue();
    }

    private static String read(McpTestClient client, String uri) {
        return client.request("resources/read", "{\"uri\": \"" + uri + "\"}")
                .result()
                .at("/contents/0/text")
                .stringValue();
    }

    @EveryRevision
    void aToolIsRenamedAndReplaced(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);

        assertThat(client.call("add", "{\"a\": 1, \"b\": 2}").contentText()).isEqualTo("[3]");
        assertThat(client.call("plus", "{\"a\": 1, \"b\": 2}").contentText()).isEqualTo("[3]");
        assertThat(client.call("reactive", "{\"a\": 1, \"b\": 2}").contentText())
                .isEqualTo("[1]");
        assertThat(listed(client, "tools/list", "tools", "name", "plus")
                        .get("description")
                        .stringValue())
                .isEqualTo("Adds numbers");
    }

    @EveryRevision
    void aMethodOfAnObjectIsATool(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);

        assertThat(client.call("hello", "{\"name\": \"Ada\"}").contentText()).isEqualTo("Hello Ada");
        assertThat(client.call("hallo", "{\"name\": \"Ada\"}").contentText()).isEqualTo("Hello Ada");
    }

    @EveryRevision
    void aMethodOfAnObjectIsAPrompt(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);

        assertThat(prompt(client, "greeting", "name")).isEqualTo("Hello Ada");
        assertThat(prompt(client, "plain", "name")).isEqualTo("Plain Ada");
        assertThat(prompt(client, "reactivePrompt", "a")).isEqualTo("Reactive Ada");
        assertThat(listed(client, "prompts/list", "prompts", "name", "greeting").at("/arguments/0/name"))
                .hasToString("\"name\"");
    }

    @EveryRevision
    void aMethodOfAnObjectIsAResource(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);

        assertThat(read(client, "def://7")).isEqualTo("thing 7");
        assertThat(read(client, "other://7")).isEqualTo("thing 7");
        assertThat(read(client, "reactive://one")).isEqualTo("at reactive://one");
        assertThat(listed(client, "resources/templates/list", "resourceTemplates", "uriTemplate", "other://{id}")
                        .get("name")
                        .stringValue())
                .isEqualTo("things");
    }

    @EveryRevision
    void aResourceHasASizeAndALastModification(ProtocolVersion version) {
        JsonNode resource = listed(SERVER.client(version), "resources/list", "resources", "uri", "fixed://one");

        assertThat(resource.get("size").longValue()).isEqualTo(5);
        assertThat(resource.at("/annotations/lastModified").asString(""))
                .isEqualTo(version == ProtocolVersion.V2025_03_26 ? "" : "2026-07-28T12:00:00Z");
    }

    @EveryRevision
    void anArgumentHasATitleAndExamples(ProtocolVersion version) {
        JsonNode properties = listed(SERVER.client(version), "tools/list", "tools", "name", "described")
                .at("/inputSchema/properties");

        assertThat(properties.at("/number/title")).hasToString("\"The number\"");
        assertThat(properties.at("/number/examples")).hasToString("[1,2]");
        assertThat(properties.at("/color/examples")).hasToString("[\"red\",\"blue\"]");
    }

    @EveryRevision
    void aResultHasContentAndStructuredContent(ProtocolVersion version) {
        JsonNode result = SERVER.client(version).call("both").result();

        assertThat(result.at("/content")).hasSize(1);
        assertThat(result.at("/content/0/text")).hasToString("\"for the model\"");
        assertThat(result.at("/structuredContent/for").asString(""))
                .isEqualTo(version == ProtocolVersion.V2025_03_26 ? "" : "programs");
    }

    @EveryRevision
    void aFailureHasSeveralBlocks(ProtocolVersion version) {
        for (String tool : List.of("failed", "thrown")) {
            JsonNode result = SERVER.client(version).call(tool).result();
            assertThat(result.get("isError").booleanValue()).isTrue();
            assertThat(result.get("content")).hasSize(2);
        }
    }

    @Test
    void aDefinitionReturnsItsAttributes() {
        assertThat(ADD.name()).isEqualTo("add");
        assertThat(ADD.title()).isEqualTo("Add");
        assertThat(ADD.description()).isEqualTo("Adds numbers");
        assertThat(ADD.annotations().readOnlyHint()).isTrue();
        assertThat(ADD.timeout()).isEqualTo(Duration.ofSeconds(5));
        McpToolDefinition unnamed = McpToolDefinition.of(new NoBean(), method("plain"));
        assertThat(unnamed.name()).isEqualTo("plain");
        assertThat(unnamed.timeout()).isNull();
        McpPromptDefinition prompt = McpPromptDefinition.of(new NoBean(), method("greeting"));
        assertThat(prompt.name()).isEqualTo("greeting");
        assertThat(prompt.description()).isEqualTo("Greets");
        McpResourceDefinition resource = McpResourceDefinition.of(new NoBean(), method("thing"));
        assertThat(resource.uri()).isEqualTo("def://{id}");
        assertThat(resource.name()).isEqualTo("things");
        assertThat(Objects.requireNonNull(resource.annotations()).audience()).containsExactly(Role.USER);
    }

    @Test
    void aDefinitionReturnsItsSchemasAndTheLimitsOfItsResults() {
        ObjectNode schema = JsonMapper.shared().createObjectNode().put("type", "object");
        McpToolDefinition tool = McpToolDefinition.named("limited")
                .inputSchema(schema)
                .outputSchema(String.class)
                .maxTextSize(DataSize.ofKilobytes(2))
                .maxBinarySize(DataSize.ofBytes(3))
                .cutText(true)
                .sanitize(false)
                .call((arguments, exchange) -> "")
                .build();
        for (McpToolDefinition each : List.of(tool, tool.mutate().build())) {
            assertThat(each.inputSchema()).isEqualTo(schema);
            assertThat(each.outputSchema()).isEqualTo(String.class);
            assertThat(each.structured()).isEqualTo(McpTool.Structured.ALWAYS);
            assertThat(each.maxTextSize()).isEqualTo(DataSize.ofKilobytes(2));
            assertThat(each.maxBinarySize()).isEqualTo(DataSize.ofBytes(3));
            assertThat(each.cutText()).isTrue();
            assertThat(each.sanitize()).isFalse();
        }
        McpToolDefinition plain = McpToolDefinition.of(new NoBean(), method("plain"));
        assertThat(Stream.of(
                        plain.inputSchema(),
                        plain.outputSchema(),
                        plain.maxTextSize(),
                        plain.maxBinarySize(),
                        plain.cutText(),
                        plain.sanitize()))
                .containsOnlyNulls();
        McpResourceDefinition resource = McpResourceDefinition.at("file:///a")
                .maxSize(DataSize.ofBytes(3))
                .sanitize(true)
                .read((request, exchange) -> "")
                .build();
        assertThat(resource.maxSize()).isEqualTo(DataSize.ofBytes(3));
        assertThat(resource.sanitize()).isTrue();
        assertThat(McpResourceDefinition.of(new NoBean(), method("thing")).maxSize())
                .isNull();
    }

    @Test
    void anInvalidDefinitionIsRefused() {
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> McpToolDefinition.of(new NoBean(), method("hello")))
                .withMessageContaining("${tool.name}");
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> McpResourceDefinition.of(new NoBean(), method("plain")))
                .withMessageContaining("It has no URI, because it is not annotated.");
        McpPromptDefinition.Builder prompt = McpPromptDefinition.of(new NoBean(), method("greeting"))
                .mutate()
                .argument("b", null, true);
        assertThatIllegalStateException()
                .isThrownBy(prompt::build)
                .withMessage("Prompt 'greeting' must not have arguments besides the parameters of its method");
    }

    @Test
    void entriesAreFoundPutAndRemovedIfPresent() {
        TestServer server = TestServer.shared(Application.class, "tool.name=hello", "spring.application.name=changes");
        McpTools tools = server.context().getBean(McpTools.class);
        tools.update(
                changes -> changes.put(ADD.mutate().name("put").title("First").build()));
        tools.update(
                changes -> changes.put(ADD.mutate().name("put").title("Second").build()));
        assertThat(tools.find("put")).map(Tool::title).hasValue("Second");
        tools.update(changes -> changes.removeIfPresent("put").removeIfPresent("put"));
        assertThat(tools.find("put")).isEmpty();

        McpPrompts prompts = server.context().getBean(McpPrompts.class);
        prompts.update(changes -> changes.put(McpPromptDefinition.named("put")
                .get((arguments, exchange) -> "text")
                .build()));
        assertThat(prompts.find("put")).map(Prompt::name).hasValue("put");
        prompts.update(changes -> changes.removeIfPresent("put").removeIfPresent("put"));
        assertThat(prompts.find("put")).isEmpty();

        McpResources resources = server.context().getBean(McpResources.class);
        for (String uri : List.of("put://one", "put://{all}")) {
            resources.update(changes -> changes.put(McpResourceDefinition.at(uri)
                    .read((request, exchange) -> "text")
                    .build()));
        }
        URI one = URI.create("put://one");
        assertThat(resources.find(one)).map(Resource::name).hasValue("put://one");
        assertThat(resources.findTemplate("put://{all}"))
                .map(ResourceTemplate::uriTemplate)
                .hasValue("put://{all}");
        resources.update(changes -> changes.removeIfPresent("put://one")
                .removeIfPresent("put://one")
                .removeIfPresent("put://{all}")
                .removeIfPresent("put://{all}"));
        assertThat(resources.find(one)).isEmpty();
        assertThat(resources.findTemplate("put://{all}")).isEmpty();
    }
}
