package io.mcpspring.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Tool;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mockito;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.mcp.annotation.McpComplete;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import org.springframework.ai.mcp.customizer.McpSyncServerCustomizer;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** What an application finds that moves from Spring AI's server. */
@Tag("change")
@ExtendWith(OutputCaptureExtension.class)
class MoveTests {

    @Test
    void specificationsOfTheSdkAreServed() {
        try (Server server = Server.start(Specifications.class)) {
            assertThat(server.client().tools()).extracting(Tool::name).containsExactly("later", "now");
            server.client().call("now").execute().text().isEqualTo("now");
            server.client().call("later").execute().text().isEqualTo("later");
            server.client()
                    .prompt("letter")
                    .argument("to", "Ada")
                    .execute()
                    .text()
                    .isEqualTo("Dear Ada");
            server.client().resource("file:///a").execute().text().isEqualTo("file:///a");
            server.client()
                    .completePrompt("letter", "to", "A")
                    .execute()
                    .values()
                    .containsExactly("to=A");
        }
    }

    @Test
    void toolsOfAClientAreServedOnRequestOnly() {
        try (Server server = Server.start(ClientTools.class)) {
            assertThat(server.client().tools()).isEmpty();
        }
        try (Server server = Server.start(ClientTools.class, "mcp.server.spring-ai.client-tools=true")) {
            assertThat(server.client().tools()).extracting(Tool::name).containsExactly("remote");
        }
    }

    @Test
    void eachPartCanBeSwitchedOff() {
        try (Server server = Server.start(
                Everything.class,
                "mcp.server.spring-ai.annotations=false",
                "mcp.server.spring-ai.tool-callbacks=false")) {
            assertThat(server.client().tools()).isEmpty();
        }
    }

    @Test
    void twoToolsOfOneNameStopTheStart() {
        assertThatThrownBy(() -> Server.start(Twins.class)).hasMessageContaining("There is another tool 'twin'");
    }

    @Test
    void beansWithoutEffectStopTheStart() {
        for (Class<?> beans : List.of(Stateless.class, Customized.class, SecondServer.class)) {
            assertThatThrownBy(() -> Server.start(beans))
                    .rootCause()
                    .isInstanceOf(McpConfigurationException.class)
                    .hasMessageContaining("The bean 'unserved'");
        }
    }

    @Test
    void methodsThatSpringAiRefusesStopTheStart() {
        for (Class<?> beans : List.of(NoVariable.class, NoMessages.class, NoValues.class)) {
            assertThatThrownBy(() -> Server.start(beans))
                    .isInstanceOf(McpMethodException.class)
                    .hasMessageContaining(beans.getName())
                    .hasMessageContaining("Spring AI cannot read it: Method must ");
        }
    }

    @Test
    void aMissingServerIsExplained(CapturedOutput output) {
        assertThatThrownBy(() -> Server.start(Injecting.class)).isInstanceOf(Exception.class);
        assertThat(output).contains("Inject McpTools, McpPrompts or McpResources of io.mcpspring");
    }

    @Test
    void propertiesWithoutEffectAreNamedWithTheirCounterparts(CapturedOutput output) {
        Server.start(
                        Everything.class,
                        "spring.ai.mcp.server.name=x",
                        "spring.ai.mcp.server.streamableHttp.mcpEndpoint=/m",
                        "spring.ai.mcp.server.capabilities.tool=true",
                        "spring.ai.mcp.server.stdio=false")
                .close();
        assertThat(output)
                .contains(
                        "have no effect, with what replaces them: spring.ai.mcp.server.name (mcp.server.name),"
                                + " spring.ai.mcp.server.streamable-http.mcp-endpoint (mcp.server.http.path),"
                                + " spring.ai.mcp.server.capabilities (not needed), spring.ai.mcp.server.stdio (not supported)");
    }

    @Test
    void methodsThatWereNotServedBeforeAreNamed(CapturedOutput output) {
        Server.start(Everything.class).close();
        assertThat(output).contains("clients can use now: [").contains("Mixed.reactive()");
        assertThat(output).doesNotContain("Mixed.blocking()").doesNotContain("Not served: ");
    }

    @Test
    void methodsThatAStatelessServerDidNotServeAreNamed(CapturedOutput output) {
        Server.start(Everything.class, "spring.ai.mcp.server.protocol=STATELESS", "spring.ai.mcp.server.type=async")
                .close();
        assertThat(output).contains("Mixed.blocking()").contains("Mixed.asking(McpSyncRequestContext)");
    }

    private static ToolCallback callback(String name) {
        return FunctionToolCallback.builder(name, () -> name)
                .description(name)
                .inputType(Void.class)
                .build();
    }

    private static McpSchema.Tool tool(String name) {
        return McpSchema.Tool.builder(name, Map.of("type", "object")).build();
    }

    private static CallToolResult text(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    @Configuration(proxyBeanMethods = false)
    static class Specifications {

        @Bean
        SyncToolSpecification now() {
            return new SyncToolSpecification(tool("now"), (exchange, request) -> text(request.name()));
        }

        @Bean
        List<AsyncToolSpecification> later() {
            return List.of(
                    new AsyncToolSpecification(tool("later"), (exchange, request) -> Mono.just(text(request.name()))));
        }

        @Bean
        List<SyncPromptSpecification> letters() {
            McpSchema.Prompt letter = McpSchema.Prompt.builder("letter")
                    .arguments(List.of(McpSchema.PromptArgument.builder("to").build()))
                    .build();
            return List.of(new SyncPromptSpecification(
                    letter,
                    (exchange, request) -> McpSchema.GetPromptResult.builder(List.of(McpSchema.PromptMessage.builder(
                                            McpSchema.Role.USER,
                                            McpSchema.TextContent.builder("Dear "
                                                            + request.arguments()
                                                                    .get("to"))
                                                    .build())
                                    .build()))
                            .build()));
        }

        @Bean
        SyncResourceSpecification file() {
            return new SyncResourceSpecification(
                    McpSchema.Resource.builder("file:///a", "a").build(),
                    (exchange, request) -> McpSchema.ReadResourceResult.builder(
                                    List.of(McpSchema.TextResourceContents.builder(request.uri(), request.uri())
                                            .build()))
                            .build());
        }

        @Bean
        SyncCompletionSpecification recipients() {
            return new SyncCompletionSpecification(
                    McpSchema.PromptReference.builder("letter").build(),
                    (exchange, request) -> new McpSchema.CompleteResult(new McpSchema.CompleteResult.CompleteCompletion(
                            List.of(request.argument().name() + "="
                                    + request.argument().value()),
                            1,
                            false)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ClientTools {

        @Bean
        ToolCallbackProvider remote() {
            SyncMcpToolCallbackProvider provider = Mockito.mock();
            Mockito.when(provider.getToolCallbacks()).thenReturn(new ToolCallback[] {callback("remote")});
            return provider;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Twins {

        @Bean
        ToolCallback first() {
            return callback("twin");
        }

        @Bean
        ToolCallback second() {
            return callback("twin");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Stateless {

        @Bean
        List<McpStatelessServerFeatures.SyncToolSpecification> unserved() {
            return List.of();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Customized {

        @Bean
        McpSyncServerCustomizer unserved() {
            return server -> {};
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondServer {

        @Bean
        McpSyncServer unserved() {
            return Mockito.mock();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Injecting {

        @Bean
        Object dependent(McpSyncServer server) {
            return server;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Everything {

        @Bean
        ToolCallback callback() {
            return MoveTests.callback("callback");
        }

        @Bean
        Mixed mixed() {
            return new Mixed();
        }
    }

    static class NoVariable {

        @McpResource(uri = "books://{title}")
        String book() {
            return "";
        }
    }

    static class NoMessages {

        @McpPrompt
        int number() {
            return 1;
        }
    }

    static class NoValues {

        @McpPrompt
        String letter(String to) {
            return to;
        }

        @McpComplete(prompt = "letter")
        int number() {
            return 1;
        }
    }

    static class Mixed {

        @McpTool
        String blocking() {
            return "";
        }

        @McpTool
        String asking(McpSyncRequestContext context) {
            return "";
        }

        @McpTool
        Mono<String> reactive() {
            return Mono.just("");
        }
    }
}
