package io.mcpspring.contract.call;

import static io.mcpspring.support.InjectionChecks.call;
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
import java.security.Principal;
import java.util.List;
import org.springframework.context.annotation.Import;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What methods, and all that sees their requests, can learn of a request. */
class RequestContextTests {

    @Import(InjectionChecks.Users.class)
    static class Application {

        @McpTool
        String tool(McpExchange exchange) {
            return told(exchange);
        }

        @McpTool
        Mono<String> reactive(ReactiveMcpExchange exchange) {
            return Mono.fromSupplier(() -> told(exchange));
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
            return told(exchange);
        }

        @McpResource(uri = "doc://{id}")
        String resource(String id, McpExchange exchange) {
            return told(exchange);
        }

        @McpComplete(prompt = "choice", argument = "text")
        List<String> completion(McpExchange exchange) {
            return List.of(told(exchange));
        }

        @McpPrompt
        String choice(String text) {
            return text;
        }

        private static String told(McpRequestContext request) {
            return String.join(
                    "|",
                    request.method(),
                    request.name(),
                    request.protocolVersion().value(),
                    request.principal().map(Principal::getName).orElse("anonymous"),
                    request.attribute(ServerWebExchange.class)
                            .map(http -> http.getRequest().getPath().value())
                            .orElse("-"),
                    request.attribute(StringBuilder.class).isPresent() + "");
        }
    }

    private static final TestServer SERVER = TestServer.shared(Application.class);

    @EveryRevision
    void aToolSeesItsRequest(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);

        assertThat(client.call("tool").contentText()).isEqualTo("tools/call|tool|" + version + "|anonymous|/mcp|false");
        assertThat(client.call("reactive").contentText())
                .isEqualTo("tools/call|reactive|" + version + "|anonymous|/mcp|false");
    }

    @EveryRevision
    void theAuthenticatedUserIsKnown(ProtocolVersion version) {
        assertThat(InjectionChecks.of("ada", SERVER, version).call("tool").contentText())
                .isEqualTo("tools/call|tool|" + version + "|ada|/mcp|false");
    }

    @EveryRevision
    void promptsResourcesAndCompletionsSeeTheirRequests(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);

        assertThat(client.request("prompts/get", "{\"name\": \"prompt\"}")
                        .result()
                        .at("/messages/0/content/text")
                        .stringValue())
                .isEqualTo("prompts/get|prompt|" + version + "|anonymous|/mcp|false");
        assertThat(client.request("resources/read", "{\"uri\": \"doc://7\"}")
                        .result()
                        .at("/contents/0/text")
                        .stringValue())
                .isEqualTo("resources/read|doc://7|" + version + "|anonymous|/mcp|false");
        assertThat(client.request("completion/complete", """
                        {"ref": {"type": "ref/prompt", "name": "choice"}, "argument": {"name": "text", "value": ""}}
                        """)
                        .result()
                        .at("/completion/values/0")
                        .stringValue())
                .isEqualTo("completion/complete|choice|" + version + "|anonymous|/mcp|false");
    }

    @EveryRevision
    void headersAndMetaAreThoseOfTheRequest(ProtocolVersion version) {
        assertThat(call(SERVER.client(version), "headers", "{}", "{\"example.com/trace\": \"t1\"}", "X-Tenant", "seven")
                        .contentText())
                .contains("[seven]", "[]", "t1");
    }

    @EveryRevision
    void whatMethodsGetIsAViewOnly(ProtocolVersion version) {
        assertThat(SERVER.client(version).call("isView").contentText()).isEqualTo("true");
    }

    @EveryRevision
    void anActionForTheCancellationDoesNotRunWhenTheRequestIsAnswered(ProtocolVersion version) {
        try (RecordedLog log = new RecordedLog()) {
            assertThat(SERVER.client(version).call("lateAction").contentText()).isEqualTo("done");
            // Answered by the same connection, so the call before has ended.
            assertThat(SERVER.client(version).call("isView").contentText()).isEqualTo("true");
            assertThat(log.worries()).isEmpty();
        }
    }
}
