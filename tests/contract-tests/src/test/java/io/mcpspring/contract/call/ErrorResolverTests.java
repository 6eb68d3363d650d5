package io.mcpspring.contract.call;

import static io.mcpspring.support.ResultChecks.assertNeutralError;
import static io.mcpspring.support.ResultChecks.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolException;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Resolvers map the application's exceptions to texts, in their order. */
class ErrorResolverTests {

    static class Tools {

        record Article(String name) {}

        @Bean
        @Order(3)
        static McpToolExceptionResolver last() {
            return (failure, request) -> CallToolResult.error("last resort: " + failure.getMessage());
        }

        @Bean
        @Order(1)
        static McpToolExceptionResolver first() {
            return (failure, request) -> failure instanceof NoSuchElementException
                    ? CallToolResult.error(request.name() + " knows no " + failure.getMessage())
                    : null;
        }

        @Bean
        @Order(2)
        static McpToolExceptionResolver second() {
            return (failure, request) -> {
                if (failure instanceof NoSuchElementException || failure instanceof UnsupportedOperationException) {
                    throw new IllegalStateException("the resolver's secret");
                }
                if (failure instanceof ArithmeticException) {
                    return CallToolResult.structured(new Article("a substitute"));
                }
                if (failure instanceof ArrayStoreException) {
                    return CallToolResult.of(Content.text("all is well"));
                }
                return null;
            };
        }

        @McpPrompt
        String lost() {
            throw new NoSuchElementException("tea");
        }

        @McpResource(uri = "lost://tea")
        String lostResource() {
            throw new NoSuchElementException("tea");
        }

        @McpTool
        Article missing() {
            throw new NoSuchElementException("tea");
        }

        @McpTool
        Mono<Article> missingByMono() {
            return Mono.error(new NoSuchElementException("tea"));
        }

        @McpTool
        CompletableFuture<Article> missingByFuture() {
            return CompletableFuture.failedFuture(new CompletionException(new NoSuchElementException("tea")));
        }

        @McpTool
        Article other() {
            throw new IllegalArgumentException("no tea");
        }

        @McpTool
        Article error() {
            throw new StackOverflowError("no end of tea");
        }

        @McpTool
        Article unsupported() {
            throw new UnsupportedOperationException("secret");
        }

        @McpTool
        Article replaced() {
            throw new ArithmeticException();
        }

        @McpTool
        Article praised() {
            throw new ArrayStoreException();
        }

        @McpTool
        Article explained() {
            throw new McpToolException("explained");
        }

        @McpTool
        Article protocol() {
            throw new McpProtocolException(-31001, "protocol");
        }

        @McpTool(outputType = Article.class)
        CallToolResult unstructured() {
            return CallToolResult.of(Content.text("a"));
        }

        @McpTool
        Flux<Article> tooMany() {
            return Flux.just(new Article("a"), new Article("b"), new Article("c"));
        }

        @McpTool
        Article argument(int number) {
            return new Article("a");
        }
    }

    private final TestServer server = TestServer.shared(Tools.class, "mcp.server.tools.max-collected=2");

    @EveryRevision
    void theFirstResultOfAResolverIsUsed(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertError(client.call("missing"), "missing knows no tea");
        assertError(client.call("missingByMono"), "missingByMono knows no tea");
        assertError(client.call("missingByFuture"), "missingByFuture knows no tea");
    }

    @EveryRevision
    void aResolverWithoutAResultIsFollowedByTheNext(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertError(client.call("other"), "last resort: no tea");
        assertError(client.call("error"), "last resort: no end of tea");
    }

    @EveryRevision
    void aResolverThatFailsIsAnUnexpectedFailure(ProtocolVersion version) {
        Answer answer = server.client(version).call("unsupported");
        assertNeutralError(answer, "unsupported");
        assertThat(answer.text()).doesNotContain("secret");
    }

    @EveryRevision
    void aResolverMayReturnAResult(ProtocolVersion version) {
        Answer answer = server.client(version).call("replaced");
        assertThat(answer.isToolError()).isFalse();
        assertThat(answer.contentText()).isEqualTo("{\"name\":\"a substitute\"}");
        if (version != ProtocolVersion.V2025_03_26) {
            assertThat(answer.result().get("structuredContent")).isEqualTo(json("{\"name\": \"a substitute\"}"));
        }
    }

    @EveryRevision
    void aNonConformingResultOfAResolverIsAnError(ProtocolVersion version) {
        assertNeutralError(server.client(version).call("praised"), "praised");
    }

    @EveryRevision
    void resolversDoNotGetExceptionsForTheClient(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertError(client.call("explained"), "explained");
        assertThat(client.call("protocol").error()).isEqualTo(json("{\"code\": -31001, \"message\": \"protocol\"}"));
    }

    @EveryRevision
    void resolversOnlyGetExceptionsOfTheMethod(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertNeutralError(client.call("unstructured"), "unstructured");
        assertError(client.call("tooMany"), "Tool 'tooMany' was stopped: it returned more than 2 elements.");
        Answer wrong = client.call("argument", "{\"number\": \"x\"}");
        assertThat(wrong.text()).contains("number: must be a whole number").doesNotContain("last resort");
        assertThat(wrong.json().has("error")).isEqualTo(!version.isAtLeast(ProtocolVersion.V2025_11_25));
    }

    private static void assertError(Answer answer, String text) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.isToolError()).as(answer.text()).isTrue();
        assertThat(answer.contentText()).isEqualTo(text);
    }

    @EveryRevision
    void theTextOfAResolverIsTheMessageOfAnErrorForPromptsAndResources(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        Answer prompt = client.request("prompts/get", "{\"name\": \"lost\"}");
        assertThat(prompt.errorCode()).isEqualTo(-32603);
        assertThat(prompt.error().get("message").stringValue()).isEqualTo("lost knows no tea");
        Answer resource = client.request("resources/read", "{\"uri\": \"lost://tea\"}");
        assertThat(resource.errorCode()).isEqualTo(-32603);
        assertThat(resource.error().get("message").stringValue()).isEqualTo("lost://tea knows no tea");
    }
}
