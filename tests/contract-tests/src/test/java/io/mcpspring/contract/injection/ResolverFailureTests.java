package io.mcpspring.contract.injection;

import static io.mcpspring.support.ResultChecks.assertNeutralError;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestHeader;
import reactor.core.publisher.Mono;

/** Clients get a clear text, and nothing of the inside, if a parameter of any feature gets no value. */
class ResolverFailureTests {

    private static final List<String> BROKEN = List.of("broken", "brokenReactive", "wrongType", "nothing");

    /** Has no value because the resolver refuses the client. */
    record Refused() {}

    /** Has no value because of an exception for which the application has a text. */
    record Unknown() {}

    /** Has no value because of an unexpected exception. */
    record Broken() {}

    /** Gets a value of another type. */
    record Mistaken() {}

    static class Resolver implements McpParameterResolver {

        @Override
        public boolean supports(MethodParameter parameter) {
            return Stream.of(Refused.class, Unknown.class, Broken.class, Mistaken.class, long.class)
                    .anyMatch(parameter.getParameterType()::equals);
        }

        @Override
        public @Nullable Object resolve(MethodParameter parameter, McpExchange exchange) {
            Class<?> type = parameter.getParameterType();
            if (type == Refused.class) {
                throw new McpProtocolException(-31002, "The trial has ended");
            }
            if (type == Unknown.class) {
                throw new NoSuchElementException("acme");
            }
            if (type == Broken.class) {
                throw new IllegalStateException("jdbc:secret");
            }
            return type == Mistaken.class ? "secret" : null;
        }
    }

    static class Features {

        @Bean
        static McpParameterResolver resolver() {
            return new Resolver();
        }

        @Bean
        static McpToolExceptionResolver texts() {
            return (failure, request) -> failure instanceof NoSuchElementException
                    ? CallToolResult.error("There is no tenant " + failure.getMessage())
                    : null;
        }

        @McpTool
        @McpPrompt
        @McpResource(uri = "test://refused")
        String refused(Refused tenant) {
            return "never";
        }

        @McpTool
        @McpPrompt
        @McpResource(uri = "test://unknown")
        String unknown(Unknown tenant) {
            return "never";
        }

        @McpTool
        @McpPrompt
        @McpResource(uri = "test://broken")
        String broken(Broken tenant) {
            return "never";
        }

        @McpTool
        @McpPrompt
        @McpResource(uri = "test://brokenReactive")
        Mono<String> brokenReactive(Broken tenant) {
            return Mono.just("never");
        }

        @McpTool
        @McpPrompt
        @McpResource(uri = "test://wrongType")
        String wrongType(Mistaken tenant) {
            return "never";
        }

        @McpTool
        @McpPrompt
        @McpResource(uri = "test://nothing")
        String nothing(long tenant) {
            return "never";
        }

        @McpTool
        @McpPrompt
        @McpResource(uri = "test://header")
        String header(@RequestHeader("X-Tenant") int tenant) {
            return "never";
        }
    }

    private final TestServer server = TestServer.shared(Features.class);

    @EveryRevision
    void anErrorOfTheProtocolIsSentAsItIs(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (Answer answer : List.of(client.call("refused"), prompt(client, "refused"), resource(client, "refused"))) {
            assertError(answer, -31002, "The trial has ended");
        }
    }

    @EveryRevision
    void theTextOfTheApplicationIsSent(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        Answer tool = client.call("unknown");
        assertThat(tool.isToolError()).isTrue();
        assertThat(tool.contentText()).isEqualTo("There is no tenant acme");
        assertError(prompt(client, "unknown"), -32603, "There is no tenant acme");
        assertError(resource(client, "unknown"), -32603, "There is no tenant acme");
    }

    @EveryRevision
    void anUnexpectedFailureIsSentAsAnIdOnly(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String name : BROKEN) {
            assertNeutralError(client.call(name), name);
            for (Answer answer : List.of(prompt(client, name), resource(client, name))) {
                assertThat(answer.errorCode()).as(name).isEqualTo(-32603);
                assertThat(answer.error().get("message").stringValue())
                        .as(name)
                        .matches("Internal error, reported as [0-9a-f-]+");
                assertThat(answer.error().has("data")).as(name).isFalse();
            }
        }
    }

    @EveryRevision
    void anAbsentHeaderIsAnInvalidParameter(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertError(prompt(client, "header"), -32602, "Header 'X-Tenant' is missing");
        assertError(resource(client, "header"), -32602, "Header 'X-Tenant' is missing");
    }

    private static Answer prompt(McpTestClient client, String name) {
        return client.request("prompts/get", "{\"name\": \"%s\"}".formatted(name));
    }

    private static Answer resource(McpTestClient client, String name) {
        return client.request("resources/read", "{\"uri\": \"test://%s\"}".formatted(name));
    }

    private static void assertError(Answer answer, int code, String message) {
        assertThat(answer.errorCode()).isEqualTo(code);
        assertThat(answer.error().get("message").stringValue()).isEqualTo(message);
    }
}
