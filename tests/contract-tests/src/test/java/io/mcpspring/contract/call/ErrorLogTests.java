package io.mcpspring.contract.call;

import static io.mcpspring.support.ResultChecks.assertNeutralError;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** Unexpected failures are logged once and completely; other failures are not logged. */
@ExtendWith(OutputCaptureExtension.class)
class ErrorLogTests {

    static class Tools {

        record Point(int x, int y) {}

        @Bean
        static McpToolExceptionResolver resolver() {
            return (failure, request) ->
                    failure instanceof ArithmeticException ? CallToolResult.error("resolved") : null;
        }

        @McpTool
        String blocking() {
            throw new IllegalStateException("disk is full");
        }

        @McpTool
        Mono<String> mono() {
            return Mono.error(new IllegalStateException("disk is full"));
        }

        @McpTool
        Mono<String> insideMono() {
            return Mono.just(1).map(number -> {
                throw new NoClassDefFoundError("disk is full");
            });
        }

        @McpTool
        CompletableFuture<String> future() {
            return CompletableFuture.supplyAsync(this::blocking);
        }

        @McpTool(outputType = Point.class)
        CallToolResult other() {
            return CallToolResult.of(Content.text("a"));
        }

        record LazyOrder() {

            @JsonProperty
            List<String> lines() {
                throw new LazyInitializationException();
            }
        }

        static final class LazyInitializationException extends RuntimeException {

            private static final long serialVersionUID = 1L;
        }

        static final class CyclicOrder {

            @JsonProperty
            private final CyclicOrder itself = this;
        }

        static final class EndlessOrder {

            @JsonProperty
            private final List<EndlessOrder> others = List.of(this);
        }

        @McpTool
        LazyOrder lazy() {
            return new LazyOrder();
        }

        @McpTool
        EndlessOrder endless() {
            return new EndlessOrder();
        }

        @McpTool
        CyclicOrder cyclic() {
            return new CyclicOrder();
        }

        @McpTool
        String explained() {
            throw new McpToolException("the model reads this", new IllegalStateException("the operator reads this"));
        }

        @McpTool
        String protocol() {
            throw new McpProtocolException(-31001, "the client reads this");
        }

        @McpTool
        String resolved() {
            throw new ArithmeticException("the resolver reads this");
        }

        @McpTool
        String argument(int number) {
            return "never";
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void anUnexpectedFailureIsLoggedOnceWithItsIdAndStack(ProtocolVersion version, CapturedOutput output) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("blocking", "mono", "insideMono", "future")) {
            int before = output.getOut().length();
            String id = assertNeutralError(client.call(tool), tool);
            String log = output.getOut().substring(before);
            assertThat(linesAt(log, "ERROR"))
                    .singleElement()
                    .asString()
                    .contains("Tool '" + tool + "' failed [error id " + id + "]");
            assertThat(log).contains(": disk is full", "\tat " + Tools.class.getName());
            assertThat(log).containsOnlyOnce(id);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "lazy, A lazy relation was read after its transaction had ended.",
        "endless, The result is nested too deeply; it may contain itself.",
        "cyclic, The result is nested too deeply; it may contain itself.",
    })
    void theLineOfAnEntityThatCannotBeWrittenSaysWhatToDo(String tool, String reason, CapturedOutput output) {
        int before = output.getOut().length();
        String id = assertNeutralError(server.client(ProtocolVersion.newest()).call(tool), tool);
        assertThat(linesAt(output.getOut().substring(before), "ERROR"))
                .singleElement()
                .asString()
                .endsWith("[error id " + id + "]: " + reason
                        + " Return a record that is made within the transaction instead of the entity");
    }

    @EveryRevision
    void aNonConformingResultIsLoggedWithTheReason(ProtocolVersion version, CapturedOutput output) {
        McpTestClient client = server.client(version);
        int before = output.getOut().length();
        String id = assertNeutralError(client.call("other"), "other");
        String log = output.getOut().substring(before);
        assertThat(linesAt(log, "ERROR")).singleElement().asString().contains(id);
        assertThat(log).contains("does not match the output schema: there is no structured content");
    }

    @EveryRevision
    void failuresWithATextForTheClientAreNotLogged(ProtocolVersion version, CapturedOutput output) {
        McpTestClient client = server.client(version);
        int before = output.getOut().length();
        for (String tool : List.of("explained", "protocol", "resolved")) {
            assertThat(client.call(tool).text()).containsAnyOf("reads this", "resolved");
        }
        assertThat(client.call("argument", "{\"number\": \"x\"}").text()).contains("must be a whole number");
        assertThat(client.call("argument", "{}").text()).contains("is required");
        assertThat(client.call("unknown").errorCode()).isEqualTo(-32602);
        assertThat(output.getOut().substring(before)).isEmpty();
    }

    @EveryRevision
    void failuresWithATextForTheClientAreLoggedAtDebug(ProtocolVersion version, CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        McpTestClient client = server.client(version);
        logging.setLogLevel("io.mcpspring.tool", LogLevel.DEBUG);
        try {
            int before = output.getOut().length();
            client.call("explained");
            client.call("argument", "{\"number\": \"x\"}");
            String log = output.getOut().substring(before);
            assertThat(linesAt(log, "DEBUG")).hasSize(2);
            assertThat(log)
                    .contains(
                            "'explained'",
                            "the model reads this",
                            "the operator reads this",
                            "'argument'",
                            "number: must be a whole number");
            assertThat(linesAt(log, "INFO")).isEmpty();
            assertThat(linesAt(log, "WARN")).isEmpty();
            assertThat(linesAt(log, "ERROR")).isEmpty();
        } finally {
            logging.setLogLevel("io.mcpspring.tool", null);
        }
    }

    private static List<String> linesAt(String log, String level) {
        return log.lines().filter(line -> line.contains(" " + level + " ")).toList();
    }
}
