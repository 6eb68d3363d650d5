package io.mcpspring.contract.result;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.converter.Converter;
import reactor.core.publisher.Mono;

/** What the library calls beside the methods of an application may fail, or not end. */
class FailingCallbackTests {

    private static final Executor THREADS = task -> new Thread(task).start();

    static class Callbacks {

        record Converted(Failure failure) {}

        @Bean
        static Converter<String, Converted> converter() {
            return new Converter<>() {

                @Override
                public Converted convert(String text) {
                    return Failure.valueOf(text).raise();
                }
            };
        }

        @Bean
        static McpToolExceptionResolver resolver() {
            return (failure, request) -> {
                if (failure instanceof CompletionException) {
                    return Failure.valueOf(failure.getMessage()).raise();
                }
                boolean ofTool = request.method().equals("tools/call");
                return ofTool && failure instanceof VirtualMachineError ? CallToolResult.error("resolved") : null;
            };
        }

        @McpTool(name = "resolver")
        String resolved(Failure failure) {
            throw new CompletionException(failure.name(), null);
        }

        @McpTool(name = "fatal")
        String fatal() {
            return Failure.OUT_OF_MEMORY.raise();
        }

        @McpPrompt
        String prompt(Converted argument) {
            return "";
        }

        @McpResource(uri = "converted://{argument}")
        String resource(Converted argument) {
            return "";
        }

        record Injected() {}

        @Bean
        static McpParameterResolver parameters() {
            return new McpParameterResolver() {

                @Override
                public boolean supports(MethodParameter parameter) {
                    return parameter.getParameterType() == Injected.class;
                }

                @Override
                public Object resolve(MethodParameter parameter, McpExchange exchange) {
                    return Failure.MISSING_CLASS.raise();
                }
            };
        }

        @McpTool(name = "injected")
        @McpPrompt(name = "injected")
        @McpResource(uri = "callback://injected")
        Mono<String> injected(Injected injected) {
            return Mono.just("");
        }

        @McpPrompt
        String endless(String argument) {
            return "";
        }

        @McpComplete(prompt = "endless")
        Stream<String> argument(String typed) {
            return Stream.generate(() -> typed);
        }
    }

    static class Late {

        @McpTool
        @McpPrompt
        Mono<String> late(Failure failure) {
            return Mono.delay(Duration.ofMillis(1)).map(tick -> failure.raise());
        }

        @McpResource(uri = "never://{failure}")
        InputStream never(Failure failure) {
            return new InputStream() {

                @Override
                public int read() throws IOException {
                    try {
                        Thread.sleep(Duration.ofMinutes(5).toMillis());
                        return -1;
                    } catch (InterruptedException ex) {
                        throw new IOException(ex);
                    }
                }
            };
        }
    }

    private static final TestServer SERVER = TestServer.shared(Callbacks.class);

    // What is late never ends, so that the limit may be short.
    private static final TestServer LATE = TestServer.shared(Late.class, "mcp.server.tools.timeout=300ms");

    private static Answer prompt(McpTestClient client, String prompt, String arguments) {
        return client.request("prompts/get", "{\"name\": \"%s\", \"arguments\": %s}".formatted(prompt, arguments));
    }

    private static Answer read(McpTestClient client, String uri) {
        return client.request("resources/read", "{\"uri\": \"" + uri + "\"}");
    }

    @EveryRevision
    void aFailingExceptionResolverIsAnError(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (Failure failure : List.of(Failure.MISSING_CLASS, Failure.OUT_OF_MEMORY)) {
            ReportedFailures.assertOneError(() -> client.call("resolver", "{\"failure\": \"%s\"}".formatted(failure)));
        }
    }

    /** An exception of a converter means that the text is invalid; an error of the JVM is not the client's fault. */
    @EveryRevision
    void aJvmErrorOfAConverterIsAnError(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (Failure failure : List.of(Failure.MISSING_CLASS, Failure.OUT_OF_MEMORY)) {
            ReportedFailures.assertOneError(
                    () -> prompt(client, "prompt", "{\"argument\": \"%s\"}".formatted(failure)));
            ReportedFailures.assertOneError(() -> read(client, "converted://" + failure));
        }
    }

    @EveryRevision
    void aFailingParameterResolverIsAnError(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        ReportedFailures.assertOneError(() -> client.call("injected"));
        ReportedFailures.assertOneError(() -> prompt(client, "injected", "{}"));
        ReportedFailures.assertOneError(() -> read(client, "callback://injected"));
    }

    @EveryRevision
    void anEndlessCompletionIsStopped(ProtocolVersion version) {
        Answer endless = SERVER.client(version).request("completion/complete", """
                {"ref": {"type": "ref/prompt", "name": "endless"}, "argument": {"name": "argument", "value": "a"}}
                """);
        assertThat(endless.error().get("message").stringValue())
                .isEqualTo("Completion of argument 'argument' of prompt 'endless' was stopped: it returned more than"
                        + " 10000 elements.");
    }

    @Test
    void aJvmErrorIsLoggedEvenIfAResolverReturnsAResult() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        try (RecordedLog log = new RecordedLog()) {
            assertThat(client.call("fatal").contentText()).isEqualTo("resolved");
            assertThat(log.lines(Level.ERROR)).singleElement().asString().startsWith("Tool 'fatal' failed [error id ");
        }
    }

    @EveryRevision
    void anEndlessConversionIsEndedByTheTimeLimit(ProtocolVersion version) {
        McpTestClient client = LATE.client(version);
        List<String> failures = List.of("OUT_OF_MEMORY", "MISSING_CLASS");
        // At the same time, because each request takes as long as the limit.
        List<CompletableFuture<Answer>> tools =
                atOnce(failures, failure -> client.call("late", "{\"failure\": \"%s\"}".formatted(failure)));
        List<CompletableFuture<Answer>> prompts =
                atOnce(failures, failure -> prompt(client, "late", "{\"failure\": \"%s\"}".formatted(failure)));
        // An input stream that blocks.
        List<CompletableFuture<Answer>> resources =
                atOnce(List.of("EXCEPTION"), failure -> read(client, "never://" + failure));
        assertThat(tools)
                .extracting(CompletableFuture::join)
                .allSatisfy(answer -> assertThat(answer.contentText()).contains("did not finish within 300 ms"));
        assertThat(prompts)
                .extracting(CompletableFuture::join)
                .allSatisfy(answer -> assertThat(answer.errorCode()).isEqualTo(-32603));
        assertThat(resources)
                .extracting(CompletableFuture::join)
                .allSatisfy(answer -> assertThat(answer.error().get("message").stringValue())
                        .contains("did not finish within 300 ms"));
    }

    private static List<CompletableFuture<Answer>> atOnce(List<String> failures, Function<String, Answer> request) {
        return failures.stream()
                .map(failure -> CompletableFuture.supplyAsync(() -> request.apply(failure), THREADS))
                .toList();
    }
}
