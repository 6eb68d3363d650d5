package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.InjectionChecks;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.WebStack;
import io.mcpspring.test.McpTester;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.List;
import org.springframework.context.annotation.Import;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The context of a request, as methods, resolvers and interceptors see it. */
class RequestContextTests {

    @Import(InjectionChecks.Users.class)
    static class Application {

        @McpTool
        String tool(McpExchange exchange) {
            return describe(exchange);
        }

        @McpTool
        Mono<String> reactive(ReactiveMcpExchange exchange) {
            return Mono.fromSupplier(() -> describe(exchange));
        }

        @McpTool
        List<String> headers(McpExchange exchange) {
            return List.of(
                    exchange.headers().get("x-tenant").toString(),
                    exchange.headers().getOrDefault("X-Absent", List.of()).toString(),
                    exchange.meta().text("example.com/trace").orElse("-"));
        }

        @McpTool
        boolean isView(McpExchange exchange, ReactiveMcpExchange reactive) {
            return !Exchange.class.isInstance(exchange) && !Exchange.class.isInstance(reactive);
        }

        @McpTool
        String lateAction(McpExchange exchange) {
            exchange.onCancel(() -> {
                throw new IllegalStateException("The request was not cancelled");
            });
            return "done";
        }

        @McpPrompt
        String prompt(McpExchange exchange) {
            return describe(exchange);
        }

        @McpResource(uri = "doc://{id}")
        String resource(String id, McpExchange exchange) {
            return describe(exchange);
        }

        @McpComplete(prompt = "choice", argument = "text")
        List<String> completion(McpExchange exchange) {
            return List.of(describe(exchange));
        }

        @McpPrompt
        String choice(String text) {
            return text;
        }

        private static String describe(McpRequestContext request) {
            return String.join(
                    "|",
                    request.method(),
                    request.name(),
                    request.protocolVersion().value(),
                    request.principal().map(Principal::getName).orElse("anonymous"),
                    WebStack.isServlet()
                            ? request.attribute(HttpServletRequest.class)
                                    .map(HttpServletRequest::getRequestURI)
                                    .orElse("-")
                            : request.attribute(ServerWebExchange.class)
                                    .map(http -> http.getRequest().getPath().value())
                                    .orElse("-"),
                    request.attribute(StringBuilder.class).isPresent() + "");
        }
    }

    private static final TestServer SERVER = TestServer.shared(Application.class);

    @EveryRevision
    void aToolSeesItsRequest(ProtocolVersion version) {
        McpTester client = SERVER.tester(version);
        client.call("tool").execute().text().isEqualTo("tools/call|tool|" + version + "|anonymous|/mcp|false");
        client.call("reactive").execute().text().isEqualTo("tools/call|reactive|" + version + "|anonymous|/mcp|false");
    }

    @EveryRevision
    void theAuthenticatedUserIsKnown(ProtocolVersion version) {
        assertThat(InjectionChecks.of("ada", SERVER, version).call("tool").contentText())
                .isEqualTo("tools/call|tool|" + version + "|ada|/mcp|false");
    }

    @EveryRevision
    void promptsResourcesAndCompletionsSeeTheirRequests(ProtocolVersion version) {
        McpTester client = SERVER.tester(version);
        client.prompt("prompt").execute().text().isEqualTo("prompts/get|prompt|" + version + "|anonymous|/mcp|false");
        client.resource("doc://7")
                .execute()
                .text()
                .isEqualTo("resources/read|doc://7|" + version + "|anonymous|/mcp|false");
        client.completePrompt("choice", "text", "")
                .execute()
                .values()
                .containsExactly("completion/complete|choice|" + version + "|anonymous|/mcp|false");
    }

    @EveryRevision
    void surplusMembersDoNotChangeTheName(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(client.request("tools/call", """
                        {"name": "tool", "uri": "doc://1", "ref": {"type": "ref/prompt", "name": "other"}}""").contentText()).startsWith("tools/call|tool|");
        assertThat(client.request("prompts/get", """
                        {"name": "prompt", "uri": "doc://1", "ref": {"type": "ref/prompt", "name": "other"}}""").text()).contains("prompts/get|prompt|");
        assertThat(client.request("resources/read", """
                        {"uri": "doc://7", "name": "other", "ref": {"type": "ref/resource", "uri": "doc://1"}}""").text()).contains("resources/read|doc://7|");
        assertThat(client.request("completion/complete", """
                        {"ref": {"type": "ref/prompt", "name": "choice", "uri": "doc://1"}, "name": "other",
                         "argument": {"name": "text", "value": ""}}""").text()).contains("completion/complete|choice|");
    }

    @EveryRevision
    void headersAndMetaAreThoseOfTheRequest(ProtocolVersion version) {
        SERVER.tester(version)
                .call("headers")
                .meta("example.com/trace", "t1")
                .header("X-Tenant", "seven")
                .execute()
                .text()
                .contains("[seven]", "[]", "t1");
    }

    @EveryRevision
    void methodsGetAView(ProtocolVersion version) {
        SERVER.tester(version).call("isView").execute().text().isEqualTo("true");
    }

    @EveryRevision
    void anActionForTheCancellationDoesNotRunWhenTheRequestIsAnswered(ProtocolVersion version) {
        try (RecordedLog log = new RecordedLog()) {
            assertThat(SERVER.client(version).call("lateAction").contentText()).isEqualTo("done");
            // The response came over the same connection, so the previous call has ended.
            assertThat(SERVER.client(version).call("isView").contentText()).isEqualTo("true");
            assertThat(log.worries()).isEmpty();
        }
    }
}
