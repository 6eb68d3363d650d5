package io.mcpspring.contract.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.Tool;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.WebStack;
import io.mcpspring.tool.McpToolException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.function.Tuple2;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Interceptors of the application see every use of an entry, and may change its result, replace it or refuse it. */
class InterceptorTests {

    @Import(Entries.class)
    static class Intercepted {

        @Bean
        @Order(3)
        static McpInterceptor acting() {
            return (invocation, chain) -> {
                McpInvocation.Kind kind = invocation.kind();
                return switch (text(invocation)) {
                    case "refused" -> Mono.error(new McpProtocolException(402, "Pay first", Map.of("price", 1)));
                    case "thrown" -> throw new McpProtocolException(402, "Pay first", Map.of("price", 1));
                    case "failed" -> Mono.error(new IllegalStateException("secret"));
                    case "failedAtOnce" -> throw new IllegalStateException("secret");
                    case "empty" -> Mono.empty();
                    case "null" -> null;
                    case "mixedUp" -> Mono.just(Results.of(other(kind), "x"));
                    case "late" -> Mono.never();
                    case "lateAfterwards" ->
                        chain.proceed(invocation)
                                .doOnNext(result -> RETURNED.release())
                                .delayUntil(result -> Mono.never());
                    case "uncancellable" ->
                        Mono.create(sink -> sink.onCancel(() -> {
                            throw new IllegalStateException("secret");
                        }));
                    case "missingClass" ->
                        Mono.zip(chain.proceed(invocation), Mono.defer(() -> {
                                    throw new NoClassDefFoundError("secret");
                                }))
                                .map(Tuple2::getT1);
                    case "missingClassAfterwards" ->
                        chain.proceed(invocation).map(result -> {
                            throw new NoClassDefFoundError("secret");
                        });
                    case "explained" -> Mono.error(new McpToolException("explained"));
                    case "answered" -> Mono.just(Results.of(kind, "answered"));
                    case "described" -> Mono.just(Results.of(kind, description(invocation)));
                    case "thread" -> Mono.just(Results.of(kind, "non-blocking: " + Schedulers.isInNonBlockingThread()));
                    default -> chain.proceed(invocation);
                };
            };
        }

        @Bean
        @Order(2)
        static McpInterceptor inner() {
            return (invocation, chain) ->
                    chain.proceed(appended(invocation, ">inner")).map(result -> Results.appended(result, "<inner"));
        }

        @Bean
        @Order(1)
        static McpInterceptor outer() {
            return (invocation, chain) ->
                    chain.proceed(appended(invocation, ">outer")).map(result -> Results.appended(result, "<outer"));
        }

        private static McpInvocation.Kind other(McpInvocation.Kind kind) {
            return kind == McpInvocation.Kind.TOOL ? McpInvocation.Kind.PROMPT : McpInvocation.Kind.TOOL;
        }

        private static String description(McpInvocation invocation) {
            Stream<Optional<String>> definitions = Stream.of(
                    invocation.definition(Tool.class).map(Tool::name),
                    invocation.definition(Prompt.class).map(Prompt::name),
                    invocation.definition(Resource.class).map(Resource::uri),
                    invocation.definition(ResourceTemplate.class).map(ResourceTemplate::uriTemplate));
            return "%s %s %s %s %s"
                    .formatted(
                            invocation.kind(),
                            invocation.name(),
                            definitions.flatMap(Optional::stream).toList(),
                            invocation.arguments().propertyNames(),
                            invocation.context().protocolVersion());
        }

        private static String text(McpInvocation invocation) {
            return invocation
                    .arguments()
                    .valueStream()
                    .findFirst()
                    .map(JsonNode::stringValue)
                    .map(text -> text.replace(">outer>inner", ""))
                    .orElse("");
        }

        private static McpInvocation appended(McpInvocation invocation, String text) {
            ObjectNode arguments = invocation.arguments().deepCopy();
            List.copyOf(arguments.propertyNames())
                    .forEach(name -> arguments.put(name, arguments.get(name).stringValue() + text));
            return invocation.withArguments(arguments);
        }
    }

    static class Repeated {

        private final Set<String> begun = ConcurrentHashMap.newKeySet();

        @McpTool
        Mono<String> slowAtFirst(String caller, McpExchange exchange) {
            return begun.add(caller) ? Mono.never() : Mono.just("cancelled: " + exchange.isCancelled());
        }

        @Bean
        static McpInterceptor repeating() {
            return (invocation, chain) ->
                    chain.proceed(invocation).timeout(Duration.ofMillis(100)).retry();
        }
    }

    private static final Semaphore RETURNED = new Semaphore(0);

    private static final TestServer SERVER = TestServer.shared(Intercepted.class);

    private static final TestServer HASTY = TestServer.shared(
            Intercepted.class, "mcp.server.tools.timeout=200ms", "mcp.server.limits.max-concurrency=1");

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#ofMethodsInAllRevisions")
    void theFirstInterceptorIsTheOutermost(ProtocolVersion version, Use use) {
        assertThat(use.text(SERVER, version, "in")).isEqualTo("in>outer>inner<inner<outer");
    }

    @EveryRevision
    void definitionsAndEntriesAddedAtRunTimeAreIntercepted(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (String name : List.of("defined", "added")) {
            assertThat(client.call(name).contentText()).isEqualTo("in<inner<outer");
            assertThat(client.request("prompts/get", "{\"name\": \"" + name + "\"}")
                            .result()
                            .at("/messages/0/content/text")
                            .stringValue())
                    .isEqualTo("in<inner<outer");
            assertThat(client.request("resources/read", "{\"uri\": \"" + name + "://here\"}")
                            .result()
                            .at("/contents/0/text")
                            .stringValue())
                    .isEqualTo("in<inner<outer");
        }
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#inAllRevisions")
    void anInterceptorMayAnswerInPlaceOfTheEntry(ProtocolVersion version, Use use) {
        assertThat(use.text(SERVER, version, "answered")).isEqualTo("answered<inner<outer");
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#inAllRevisions")
    void anInterceptorSeesTheEntryAndTheRequest(ProtocolVersion version, Use use) {
        String described = switch (use) {
            case TOOL -> "TOOL echo [echo] [text] ";
            case PROMPT -> "PROMPT echo [echo] [text] ";
            case RESOURCE -> "RESOURCE echo://described [echo://{text}] [text] ";
            case COMPLETION -> "COMPLETION echo [] [text] ";
            case COMPLETION_BY_TYPE -> "COMPLETION color [] [color] ";
        };
        assertThat(use.text(SERVER, version, "described")).isEqualTo(described + version + "<inner<outer");
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#inAllRevisions")
    void anErrorOfTheProtocolReachesTheClient(ProtocolVersion version, Use use) {
        for (String manner : List.of("refused", "thrown")) {
            assertThat(use.send(SERVER, version, manner).error())
                    .hasToString("{\"code\":402,\"message\":\"Pay first\",\"data\":{\"price\":1}}");
        }
    }

    @EveryRevision
    void aToolExceptionOfAnInterceptorIsReadByTheModel(ProtocolVersion version) {
        Answer answer = Use.TOOL.send(SERVER, version, "explained");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("explained<inner<outer");
    }

    @EveryRevision
    void aFailedToolIsAResultForInterceptors(ProtocolVersion version) {
        Answer answer = SERVER.client(version).call("failing");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("failed<inner<outer");
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#inAllRevisions")
    void aFailingInterceptorIsLoggedAndAnsweredWithAnInternalError(ProtocolVersion version, Use use) {
        for (String manner : List.of("failed", "failedAtOnce", "empty", "null", "mixedUp")) {
            try (RecordedLog log = new RecordedLog()) {
                assertNeutral(use, use.send(SERVER, version, manner));
                assertThat(log.lines(Level.ERROR)).hasSize(1);
            }
        }
    }

    private static void assertNeutral(Use use, Answer answer) {
        if (use == Use.TOOL) {
            assertThat(answer.isToolError()).isTrue();
            assertThat(answer.contentText()).startsWith("Tool 'echo' failed unexpectedly.");
        } else {
            assertThat(answer.errorCode()).isEqualTo(-32603);
            assertThat(answer.error().get("message").stringValue()).startsWith("Internal error, reported as ");
        }
        assertThat(answer.text()).doesNotContain("secret");
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#inAllRevisions")
    void theTimeOfInterceptorsCountsTowardsTheTimeLimit(ProtocolVersion version, Use use) {
        assertStopped(use, use.send(HASTY, version, "late"));
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#inAllRevisions")
    void anInterceptorWhoseCancellationFailsIsStoppedAndNoLongerCountsAsRunning(ProtocolVersion version, Use use) {
        assertStopped(use, use.send(HASTY, version, "uncancellable"));
        assertStopped(use, use.send(HASTY, version, "uncancellable"));
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#ofMethodsInAllRevisions")
    void whatHasReturnedMayTakeEffectAlthoughAnInterceptorIsStopped(ProtocolVersion version, Use use) {
        RETURNED.drainPermits();
        Answer answer;
        // On a busy machine, the call may reach its limit before it gets a thread.
        do {
            answer = use.send(HASTY, version, "lateAfterwards");
        } while (!RETURNED.tryAcquire());
        assertEndsWith(
                " may still take effect: it did not finish within 200 ms and could not be stopped. Check what it has"
                        + " done before you repeat it.",
                use,
                answer);
    }

    @EveryRevision
    void aMethodThatAnInterceptorRepeatsIsNotCancelled(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(Repeated.class).client(version);
        assertThat(client.call("slowAtFirst", "{\"caller\": \"" + version + "\"}")
                        .contentText())
                .isEqualTo("cancelled: false");
    }

    private static void assertStopped(Use use, Answer answer) {
        assertEndsWith(" was stopped: it did not finish within 200 ms.", use, answer);
    }

    private static void assertEndsWith(String end, Use use, Answer answer) {
        if (use == Use.TOOL) {
            assertThat(answer.contentText()).isEqualTo("Tool 'echo'" + end);
        } else {
            assertThat(answer.error().get("message").stringValue()).endsWith(end);
        }
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#inAllRevisions")
    void aCallThatFailsWithAnErrorOfTheJvmNoLongerCountsAsRunning(ProtocolVersion version, Use use) {
        TestServer server = TestServer.shared(
                Intercepted.class, "mcp.server.tools.timeout=0", "mcp.server.limits.max-concurrency=1");
        assertNeutral(use, use.send(server, version, "missingClass"));
        assertNeutral(use, use.send(server, version, "missingClassAfterwards"));
        assertNeutral(use, use.send(server, version, "missingClass"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "reactive"})
    void interceptorsDoNotChangeTheThreadOfAMethod(String tool) {
        McpTestClient client = SERVER.client(ProtocolVersion.newest());
        assertThat(client.call("echo", "{\"text\": \"thread\"}").contentText())
                .startsWith("non-blocking: " + !WebStack.isServlet());
        assertThat(client.call(tool).contentText())
                .startsWith(
                        tool.equals("reactive")
                                ? "non-blocking: " + !WebStack.isServlet()
                                : WebStack.isServlet() ? "" : "mcp-tool-");
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void anInterceptedToolMayAsk(ProtocolVersion version) {
        McpTestClient client = SERVER.clientWith(version, Dialogue.EVERYTHING);
        Dialogue dialogue = Dialogue.of(client, "asking", "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}");
        assertThat(dialogue.questions()).hasSize(1);
        assertThat(dialogue.response().at("/result/content/0/text").stringValue())
                .isEqualTo("Ada<inner<outer");
    }
}
