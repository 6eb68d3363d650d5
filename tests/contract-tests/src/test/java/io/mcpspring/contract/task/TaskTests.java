package io.mcpspring.contract.task;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.exchange.Answers;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.InjectionChecks;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpToolException;
import io.mcpspring.tool.McpTools;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** For clients of 2026-07-28 that declare the extension, long calls become tasks. */
class TaskTests {

    static final String TASKS = "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}, \"elicitation\": {}}";

    private static final ProtocolVersion MODERN = ProtocolVersion.V2026_07_28;

    /** The signals for which the tools wait, by a name that only one test uses. */
    private static final Map<String, CompletableFuture<String>> GATES = new ConcurrentHashMap<>();

    private static final AtomicInteger LAST_GATE = new AtomicInteger();

    private static final Semaphore INTERRUPTED = new Semaphore(0);

    private static final Semaphore CANCELLED = new Semaphore(0);

    private static final Semaphore ANSWERED = new Semaphore(0);

    private static final Semaphore FAILED = new Semaphore(0);

    static class Tools {

        record Name(String name) {}

        record Confirmation(boolean confirm) {}

        private static final Question<ElicitResult<Name>> NAME = Question.elicit("name", "Your name?", Name.class);

        private static final Question<ElicitResult<Confirmation>> CONFIRM =
                Question.elicit("confirm", "Sure?", Confirmation.class);

        @Bean
        InjectionChecks.Users users() {
            return new InjectionChecks.Users();
        }

        @McpTool(description = "Waits for a gate", task = TaskSupport.OPTIONAL)
        String work(String gate, McpExchange exchange) throws Exception {
            try {
                return gate(gate).get();
            } catch (ExecutionException ex) {
                throw (Exception) ex.getCause();
            } catch (InterruptedException ex) {
                if (exchange.isCancelled()) {
                    INTERRUPTED.release();
                }
                throw ex;
            }
        }

        @McpTool(description = "Waits for a gate, without a thread", task = TaskSupport.OPTIONAL)
        Mono<String> flow(String gate, ReactiveMcpExchange exchange) {
            return Mono.fromFuture(gate(gate), true).doOnCancel(() -> {
                if (exchange.isCancelled()) {
                    CANCELLED.release();
                }
            });
        }

        @McpTool(description = "Is a task or nothing", task = TaskSupport.REQUIRED)
        Mono<String> must(String gate) {
            return Mono.fromFuture(gate(gate), true);
        }

        @McpTool(description = "Returns what cannot be written", task = TaskSupport.OPTIONAL)
        Mono<CallToolResult> unwritable(String gate) {
            return Mono.fromFuture(gate(gate), true).map(Tools::unwritableResult);
        }

        @McpTool(description = "Returns what cannot be written, on a worker", task = TaskSupport.OPTIONAL)
        CallToolResult unwritableOnWorker(String gate) throws Exception {
            return unwritableResult(gate(gate).get());
        }

        private static CallToolResult unwritableResult(String error) {
            Map<String, Object> meta = new AbstractMap<>() {

                @Override
                public Set<Map.Entry<String, Object>> entrySet() {
                    switch (error) {
                        case "AssertionError" -> throw new AssertionError("secret");
                        case "StackOverflowError" -> throw new StackOverflowError("secret");
                        case "OutOfMemoryError" -> throw new OutOfMemoryError("secret");
                        case "NoClassDefFoundError" -> throw new NoClassDefFoundError("secret");
                        default -> throw new IllegalStateException("secret");
                    }
                }

                @Override
                public boolean isEmpty() {
                    return false;
                }
            };
            return new CallToolResult(List.of(Content.text("done")), null, false, meta);
        }

        @McpTool(description = "Never is a task")
        Mono<String> plain() {
            return Mono.delay(Duration.ofMillis(300)).thenReturn("done");
        }

        @McpTool(description = "Asks at once", task = TaskSupport.OPTIONAL)
        String confirm(McpExchange exchange) {
            try {
                return exchange.elicit("Sure?", Confirmation.class)
                        .accepted()
                        .map(Object::toString)
                        .orElse("no");
            } catch (McpClientCapabilityException ex) {
                return "Cannot know: " + ex.getMessage();
            }
        }

        @McpTool(description = "Asks at once, without a thread", task = TaskSupport.OPTIONAL)
        Mono<String> confirmReactive(ReactiveMcpExchange exchange) {
            return exchange.elicit("Sure?", Confirmation.class).map(Object::toString);
        }

        @McpTool(description = "Asks, and is slow afterwards", task = TaskSupport.OPTIONAL)
        Mono<String> confirmSlowly(String gate, ReactiveMcpExchange exchange) {
            return exchange.elicit("Sure?", Confirmation.class).map(answer -> {
                try {
                    ANSWERED.release();
                    return gate(gate).get();
                } catch (InterruptedException | ExecutionException ex) {
                    INTERRUPTED.release();
                    throw new IllegalStateException(ex);
                }
            });
        }

        @McpTool(description = "Asks when it is cancelled", task = TaskSupport.OPTIONAL)
        String confirmLate(String gate, McpExchange exchange) throws Exception {
            exchange.onCancel(() -> {
                gate(gate).complete("cancelled");
                CANCELLED.release();
                // Its thread is interrupted after this, by which time it has failed.
                uninterruptibly(() -> FAILED.tryAcquire(500, TimeUnit.MILLISECONDS));
            });
            gate(gate).get();
            return confirm(exchange);
        }

        private static void uninterruptibly(Callable<?> waiting) {
            try {
                waiting.call();
            } catch (Exception ex) {
                throw new IllegalStateException(ex);
            }
        }

        @Bean
        static McpToolExceptionResolver resolver() {
            return (failure, request) -> {
                FAILED.release();
                return null;
            };
        }

        @McpTool(description = "Asks two questions at a time, and then one", task = TaskSupport.OPTIONAL)
        String interview(McpExchange exchange) {
            Answers answers = exchange.ask(NAME, CONFIRM);
            String name = answers.to(NAME).accepted().orElseThrow().name();
            return name + " " + answers.to(CONFIRM).isAccepted() + " "
                    + exchange.ask(Question.elicit("again", "Really?", Confirmation.class))
                            .isAccepted();
        }

        @McpTool(description = "Returns what it requires", task = TaskSupport.REQUIRED)
        Mono<Object> explicit(String gate, ReactiveMcpExchange exchange) {
            return exchange.answer(NAME).isEmpty()
                    ? Mono.just(InputRequired.of(NAME).withState("s"))
                    : Mono.fromFuture(gate(gate), true)
                            .map(text -> text + " "
                                    + exchange.answer(NAME)
                                            .orElseThrow()
                                            .accepted()
                                            .orElseThrow()
                                            .name()
                                    + " " + exchange.state().orElse("none"));
        }

        @McpTool(description = "Asks at once, and reads the answer late", task = TaskSupport.REQUIRED)
        Mono<Object> readsLate(String gate, ReactiveMcpExchange exchange) {
            return exchange.answer("name").isEmpty()
                    ? Mono.just(InputRequired.of(NAME))
                    : Mono.fromFuture(gate(gate), true)
                            .map(text -> exchange.answer(NAME).orElseThrow().toString());
        }

        @McpTool(description = "Does not ask, and keeps a thread")
        String blocks() {
            return "done";
        }

        @McpTool(description = "Returns what it requires, but late", task = TaskSupport.OPTIONAL)
        Mono<Object> late(String gate, ReactiveMcpExchange exchange) {
            return Mono.fromFuture(gate(gate), true)
                    .map(text -> exchange.answer(NAME)
                            .<Object>map(answer ->
                                    "late " + answer.accepted().orElseThrow().name())
                            .orElse(InputRequired.of(NAME)));
        }

        @McpTool(description = "Reports and logs when the gate is open", task = TaskSupport.OPTIONAL)
        Mono<String> talk(String gate, ReactiveMcpExchange exchange) {
            return Mono.fromFuture(gate(gate), true).doOnNext(text -> {
                exchange.progress(1);
                exchange.log(LoggingLevel.ERROR, text);
            });
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private static final TestServer WITHOUT = TestServer.shared(Object.class);

    private final McpTestClient client = SERVER.clientWith(MODERN, TASKS);

    private final String gate = "gate " + LAST_GATE.incrementAndGet();

    private static CompletableFuture<String> gate(String name) {
        return GATES.computeIfAbsent(name, key -> new CompletableFuture<>());
    }

    private Answer callWithGate(String tool) {
        return client.call(tool, "{\"gate\": \"" + gate + "\"}");
    }

    private String begin(String tool) {
        return taskId(callWithGate(tool));
    }

    private static String taskId(Answer created) {
        assertThat(created.result().path("resultType").asString())
                .as(created.text())
                .isEqualTo("task");
        return created.result().get("taskId").stringValue();
    }

    private static String id(String task) {
        return "{\"taskId\": \"" + task + "\"}";
    }

    private JsonNode get(String task) {
        return client.request("tasks/get", id(task)).result();
    }

    private JsonNode await(String task, String status) {
        return Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> get(task),
                        shown -> shown.get("status").stringValue().equals(status));
    }

    private Answer update(String task, String responses) {
        return client.request(
                "tasks/update", "{\"taskId\": \"%s\", \"inputResponses\": %s}".formatted(task, responses));
    }

    private Answer cancel(String task) {
        return client.request("tasks/cancel", id(task));
    }

    private static String accepted(String key, String content) {
        return "{\"%s\": {\"action\": \"accept\", \"content\": %s}}".formatted(key, content);
    }

    private static void isAcknowledgement(Answer answer) {
        ObjectNode result = (ObjectNode) answer.result().deepCopy();
        result.remove("_meta");
        assertThat(result).hasToString("{\"resultType\":\"complete\"}");
    }

    private static void misses(Answer answer) {
        assertThat(answer.errorCode()).as(answer.text()).isEqualTo(-32021);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().at("/data/requiredCapabilities"))
                .hasToString("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
    }

    @Test
    void aTaskIsCreatedAsTheExtensionDefines() {
        JsonNode created = callWithGate("work").result();

        assertThat(created.propertyNames())
                .containsExactlyInAnyOrder(
                        "resultType",
                        "taskId",
                        "status",
                        "createdAt",
                        "lastUpdatedAt",
                        "ttlMs",
                        "pollIntervalMs",
                        "_meta");
        assertThat(created.get("status").stringValue()).isEqualTo("working");
        assertThat(created.get("ttlMs").longValue()).isEqualTo(3_600_000);
        assertThat(created.get("pollIntervalMs").longValue()).isPositive();
        assertThat(Instant.parse(created.get("createdAt").stringValue()))
                .isEqualTo(Instant.parse(created.get("lastUpdatedAt").stringValue()))
                .isBetween(Instant.now().minusSeconds(60), Instant.now());

        JsonNode shown = get(created.get("taskId").stringValue());
        assertThat(shown.get("resultType").stringValue()).isEqualTo("complete");
        for (String same : List.of("taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs", "pollIntervalMs")) {
            assertThat(shown.get(same)).isEqualTo(created.get(same));
        }
        assertThat(shown.propertyNames()).doesNotContain("result", "error", "inputRequests", "statusMessage");
        gate(gate).complete("done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"work", "flow", "must"})
    void aCompletedTaskHasTheResultOfTheCall(String tool) {
        String task = begin(tool);
        gate(gate).complete("well done");

        JsonNode shown = await(task, "completed");

        assertThat(shown.at("/result/content/0/text").stringValue()).isEqualTo("well done");
        assertThat(shown.propertyNames()).doesNotContain("error", "inputRequests", "requestState");
        assertThat(Instant.parse(shown.get("lastUpdatedAt").stringValue()))
                .isAfter(Instant.parse(shown.get("createdAt").stringValue()));
    }

    @Test
    void aToolThatFailsCompletesItsTask() {
        String task = begin("work");
        gate(gate).completeExceptionally(new McpToolException("out of paper"));

        JsonNode shown = await(task, "completed");

        assertThat(shown.at("/result/isError").booleanValue()).isTrue();
        assertThat(shown.at("/result/content/0/text").stringValue()).isEqualTo("out of paper");
    }

    @ParameterizedTest
    @ValueSource(strings = {"work", "flow"})
    void anErrorOfTheProtocolFailsTheTask(String tool) {
        String task = begin(tool);
        gate(gate).completeExceptionally(new McpProtocolException(7, "seven", Map.of("more", 1)));

        JsonNode shown = await(task, "failed");

        assertThat(shown.get("error")).hasToString("{\"code\":7,\"message\":\"seven\",\"data\":{\"more\":1}}");
        assertThat(shown.get("statusMessage").stringValue()).isEqualTo("seven");
        assertThat(shown.has("result")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "unwritable, AssertionError",
        "unwritable, StackOverflowError",
        "unwritable, OutOfMemoryError",
        "unwritable, NoClassDefFoundError",
        "unwritable, IllegalStateException",
        "unwritableOnWorker, AssertionError",
        "unwritableOnWorker, StackOverflowError"
    })
    @Timeout(30)
    void aResultThatCannotBeWrittenFailsTheTaskOnce(String tool, String error) {
        try (RecordedLog log = new RecordedLog()) {
            String task = begin(tool);
            try (EventStream stream = listen(client, task)) {
                stream.nextMessage();
                gate(gate).complete(error);

                JsonNode reported = stream.nextMessage().get("params");
                assertThat(reported.get("status").stringValue()).isEqualTo("failed");
                JsonNode shown = get(task);
                assertThat(shown.get("status").stringValue()).isEqualTo("failed");
                assertThat(shown.get("error")).isEqualTo(reported.get("error"));
                assertThat(shown.has("result")).isFalse();
                assertThat(shown.at("/error/code").intValue()).isEqualTo(-32603);
                assertThat(shown.at("/error/message").stringValue()).doesNotContain("secret");
                assertThat(log.lines(Level.ERROR)).singleElement().asString().startsWith("A task failed");

                isAcknowledgement(cancel(task));
                assertThat(get(task)).isEqualTo(shown);
                assertThat(stream.arrived()).allMatch(EventStream.Event::isComment);
            }
        }
    }

    @Test
    void aFastResultIsReturnedWithoutATask() {
        gate(gate).complete("at once");

        // A busy machine may take more than a moment.
        Awaitility.await().ignoreExceptions().untilAsserted(() -> {
            assertThat(callWithGate("work").contentText()).isEqualTo("at once");
            assertThat(callWithGate("must").contentText()).isEqualTo("at once");
            Answer refused = client.call("work", "{}");
            assertThat(refused.isToolError()).isTrue();
            assertThat(refused.result().get("resultType").stringValue()).isEqualTo("complete");
        });
    }

    @Test
    void aToolWithoutTasksReturnsItsResult() {
        assertThat(client.call("plain").contentText()).isEqualTo("done");
    }

    @Test
    void aQuestionCreatesATaskAndWaitsInIt() {
        String task = taskId(client.call("confirm"));

        JsonNode waiting = await(task, "input_required");
        assertThat(waiting.get("inputRequests")).hasSize(1);
        String key = waiting.get("inputRequests").propertyNames().iterator().next();
        assertThat(waiting.at("/inputRequests/" + key + "/method").stringValue())
                .isEqualTo("elicitation/create");
        assertThat(waiting.at("/inputRequests/" + key + "/params/message").stringValue())
                .isEqualTo("Sure?");

        isAcknowledgement(update(task, accepted(key, "{\"confirm\": true}")));

        assertThat(await(task, "completed").at("/result/content/0/text").stringValue())
                .isEqualTo("Confirmation[confirm=true]");
    }

    @Test
    void anAnswerIsAcknowledgedBeforeTheCallContinuesAndItsClientMayLeave() throws Exception {
        ANSWERED.drainPermits();
        String task = begin("confirmSlowly");
        String key = await(task, "input_required")
                .get("inputRequests")
                .propertyNames()
                .iterator()
                .next();

        isAcknowledgement(update(task, accepted(key, "{\"confirm\": true}")));

        assertThat(ANSWERED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(await(task, "working").has("result")).isFalse();
        gate(gate).complete("well done");
        assertThat(await(task, "completed").at("/result/content/0/text").stringValue())
                .isEqualTo("well done");
        assertThat(INTERRUPTED.availablePermits()).isZero();
    }

    @Test
    void aCallThatAsksWhenItIsCancelledDoesNotFail() throws Exception {
        CANCELLED.drainPermits();
        FAILED.drainPermits();
        try (RecordedLog log = new RecordedLog()) {
            String task = begin("confirmLate");
            isAcknowledgement(cancel(task));
            assertThat(CANCELLED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            await(task, "cancelled");
            assertThat(FAILED.tryAcquire(300, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(log.worries()).isEmpty();
        }
    }

    @Test
    void everyOpenQuestionHasAUniqueKey() {
        String task = taskId(client.call("interview"));
        JsonNode both = Awaitility.await().until(() -> get(task).path("inputRequests"), all -> all.size() == 2);
        List<String> keys = List.copyOf(both.propertyNames());
        String name =
                both.at("/" + keys.get(0) + "/params/message").stringValue().equals("Your name?")
                        ? keys.get(0)
                        : keys.get(1);
        String confirm = keys.get(0).equals(name) ? keys.get(1) : keys.get(0);

        isAcknowledgement(update(task, accepted(name, "{\"name\": \"Ada\"}")));
        JsonNode left = get(task);
        assertThat(left.get("status").stringValue()).isEqualTo("input_required");
        assertThat(left.get("inputRequests").propertyNames()).containsExactly(confirm);

        isAcknowledgement(update(task, accepted(name, "{\"name\": \"Eve\"}")));
        isAcknowledgement(update(task, accepted("nobody asked", "{}")));
        assertThat(get(task).get("inputRequests")).isEqualTo(left.get("inputRequests"));

        isAcknowledgement(update(task, accepted(confirm, "{\"confirm\": true}")));
        String again = await(task, "input_required")
                .get("inputRequests")
                .propertyNames()
                .iterator()
                .next();
        assertThat(keys).doesNotContain(again);
        update(task, "{\"%s\": {\"action\": \"decline\"}}".formatted(again));

        assertThat(await(task, "completed").at("/result/content/0/text").stringValue())
                .isEqualTo("Ada true false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "\"text\"", "{\"q1\": true}", "{\"q1\": null}"})
    void invalidAnswersAreIgnored(String responses) {
        String task = taskId(client.call("confirm"));
        await(task, "input_required");

        assertThat(update(task, responses).errorCode()).isEqualTo(-32602);
        assertThat(client.request("tasks/update", id(task)).errorCode()).isEqualTo(-32602);

        assertThat(get(task).get("status").stringValue()).isEqualTo("input_required");
        cancel(task);
    }

    @Test
    void aWrongAnswerReachesTheTool() {
        String task = taskId(client.call("confirm"));
        String key = await(task, "input_required")
                .get("inputRequests")
                .propertyNames()
                .iterator()
                .next();

        update(task, accepted(key, "{\"confirm\": \"perhaps\"}"));

        assertThat(await(task, "completed").at("/result/content/0/text").stringValue())
                .startsWith("Cannot know: ")
                .contains("confirm");
    }

    @Test
    void aClientThatCannotBeAskedGetsAnErrorAtOnce() {
        Answer answer = SERVER.clientWith(MODERN, "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}")
                .call("interview");

        assertThat(answer.errorCode()).isEqualTo(-32021);
        assertThat(answer.error().at("/data/requiredCapabilities").has("elicitation"))
                .isTrue();
    }

    @Test
    void inputRequiredBeforeTheTaskExistsIsTheResultOfTheRequest() {
        JsonNode required = callWithGate("explicit").result();
        assertThat(required.get("resultType").stringValue()).isEqualTo("input_required");
        assertThat(required.has("taskId")).isFalse();

        Answer created = client.request("tools/call", """
                {"name": "explicit", "arguments": {"gate": "%s"}, "requestState": "%s", "inputResponses": %s}
                """.formatted(
                        gate, required.get("requestState").stringValue(), accepted("name", "{\"name\": \"Ada\"}")));
        String task = taskId(created);
        assertThat(created.result().propertyNames()).doesNotContain("requestState", "inputRequests");
        gate(gate).complete("for");

        assertThat(await(task, "completed").at("/result/content/0/text").stringValue())
                .isEqualTo("for Ada s");
    }

    @Test
    void anInvalidAnswerFailsTheTaskThatReadsIt() {
        JsonNode required = callWithGate("readsLate").result();
        String task = taskId(client.request("tools/call", """
                {"name": "readsLate", "arguments": {"gate": "%s"}, "requestState": "%s", "inputResponses": %s}
                """.formatted(
                        gate, required.get("requestState").stringValue(), accepted("name", "{\"name\": 7}"))));
        gate(gate).complete("");

        JsonNode failed = await(task, "failed");
        assertThat(failed.at("/error/code").intValue()).isEqualTo(-32602);
        assertThat(failed.get("statusMessage").stringValue()).startsWith("'inputResponses.name': ");
    }

    @Test
    @Tag("change")
    void aTaskWithAnUnansweredQuestionExpiresAndReleasesItsPlace() {
        try (TestServer limited = TestServer.start(
                Tools.class,
                "mcp.server.tasks.max-active=4",
                "mcp.server.tasks.ttl=4s",
                "mcp.server.execution.pool.max-size=4",
                "server.shutdown=immediate")) {
            McpTestClient one = limited.clientWith(MODERN, TASKS);
            List<String> tools = List.of("confirm", "confirmReactive", "confirm", "confirmReactive");
            tools.forEach(tool -> taskId(one.call(tool)));
            tools.forEach(tool -> assertThat(one.call(tool).contentText()).contains("Too many tasks"));

            // All of them have expired when as many have begun again.
            tools.forEach(tool ->
                    Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> taskId(one.call(tool))));
            assertThat(one.call("blocks").contentText()).isEqualTo("done");
        }
    }

    @Test
    void inputRequiredLaterIsRequestedInTheTask() {
        String task = begin("late");
        gate(gate).complete("");
        String key = await(task, "input_required")
                .get("inputRequests")
                .propertyNames()
                .iterator()
                .next();

        update(task, accepted(key, "{\"name\": \"Ada\"}"));

        assertThat(await(task, "completed").at("/result/content/0/text").stringValue())
                .isEqualTo("late Ada");
    }

    @Test
    void cancellingInterruptsABlockingTool() throws InterruptedException {
        String task = begin("work");

        isAcknowledgement(cancel(task));

        assertThat(INTERRUPTED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        JsonNode shown = get(task);
        assertThat(shown.get("status").stringValue()).isEqualTo("cancelled");
        assertThat(shown.propertyNames()).doesNotContain("result", "error", "inputRequests");
    }

    @Test
    void cancellingCancelsAReactiveTool() throws InterruptedException {
        String task = begin("flow");

        isAcknowledgement(cancel(task));

        assertThat(CANCELLED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        gate(gate).complete("too late");
        isAcknowledgement(cancel(task));
        assertThat(get(task).get("status").stringValue()).isEqualTo("cancelled");
    }

    @Test
    void cancellingRemovesTheQuestions() {
        String task = taskId(client.call("confirm"));
        await(task, "input_required");

        isAcknowledgement(cancel(task));

        JsonNode shown = get(task);
        assertThat(shown.get("status").stringValue()).isEqualTo("cancelled");
        assertThat(shown.has("inputRequests")).isFalse();
        isAcknowledgement(update(task, accepted("q1", "{\"confirm\": true}")));
        assertThat(get(task)).isEqualTo(shown);
    }

    @Test
    void aCompletedTaskDoesNotChange() {
        String task = begin("flow");
        gate(gate).complete("done");
        JsonNode shown = await(task, "completed");

        isAcknowledgement(cancel(task));
        isAcknowledgement(update(task, "{}"));

        assertThat(get(task)).isEqualTo(shown);
    }

    @Test
    void aClientWithoutTasksWaitsForItsResult() throws Exception {
        CompletableFuture<Answer> answer =
                CompletableFuture.supplyAsync(() -> SERVER.client(MODERN).call("flow", "{\"gate\": \"" + gate + "\"}"));
        Awaitility.await().until(() -> GATES.containsKey(gate));
        Awaitility.await().during(Duration.ofMillis(300)).until(() -> !answer.isDone());
        gate(gate).complete("waited for");

        assertThat(answer.get(10, TimeUnit.SECONDS).contentText()).isEqualTo("waited for");
    }

    @Test
    void aClientWithoutTasksIsRefusedIfATaskIsRequired() {
        McpTestClient other = SERVER.client(MODERN);
        String task = taskId(client.call("confirm"));

        misses(other.call("must", "{\"gate\": \"" + gate + "\"}"));
        for (String known : List.of(task, "unknown")) {
            misses(other.request("tasks/get", id(known)));
            misses(other.request("tasks/cancel", id(known)));
            misses(other.request("tasks/update", id(known)));
            misses(other.request("subscriptions/listen", "{\"notifications\": {\"taskIds\": [\"" + known + "\"]}}"));
        }
        assertThat(GATES).doesNotContainKey(gate);
        assertThat(get(task).get("status").stringValue()).isNotEqualTo("cancelled");
        cancel(task);
    }

    @ParameterizedTest
    @CsvSource({"tasks/get", "tasks/update", "tasks/cancel"})
    void anUnknownTaskIsAnError(String method) {
        assertThat(client.request(method, "{\"taskId\": \"none\", \"inputResponses\": {}}")
                        .errorCode())
                .isEqualTo(-32602);
        assertThat(client.request(method, "{\"inputResponses\": {}}").errorCode())
                .isIn(-32602, -32020);
    }

    @Test
    void aTaskBelongsToItsUser() {
        McpTestClient ada = SERVER.clientWith(MODERN, TASKS, "/mcp?user=ada");
        String task = taskId(ada.call("confirm"));

        for (McpTestClient other : List.of(client, SERVER.clientWith(MODERN, TASKS, "/mcp?user=eve"))) {
            assertThat(other.request("tasks/get", id(task)).errorCode()).isEqualTo(-32602);
            assertThat(other.request("tasks/cancel", id(task)).errorCode()).isEqualTo(-32602);
            assertThat(other.request("tasks/update", "{\"taskId\": \"%s\", \"inputResponses\": {}}".formatted(task))
                            .errorCode())
                    .isEqualTo(-32602);
            try (EventStream stream = listen(other, task)) {
                assertThat(stream.nextMessage().at("/params/notifications").has("taskIds"))
                        .isFalse();
            }
        }

        assertThat(ada.request("tasks/get", id(task)).result().get("status").stringValue())
                .isNotEqualTo("cancelled");
        isAcknowledgement(ada.request("tasks/cancel", id(task)));
        assertThat(ada.request("tasks/get", id(task)).result().get("status").stringValue())
                .isEqualTo("cancelled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
    void theHeaderNamesTheTask(String method) {
        ObjectNode params = (ObjectNode) JsonMapper.shared().readTree("{\"taskId\": \"a\", \"inputResponses\": {}}");
        Map<String, String> headers = client.headers(method, params);
        assertThat(client.post(client.body(method, params), headers).errorCode())
                .isEqualTo(-32602);

        headers.put("Mcp-Name", "b");
        assertThat(client.post(client.body(method, params), headers).errorCode())
                .isEqualTo(-32020);

        headers.remove("Mcp-Name");
        assertThat(client.post(client.body(method, params), headers).errorCode())
                .isEqualTo(-32020);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/result", "tasks/list"})
    void methodsOfTheOldDesignDoNotExist(String method) {
        Answer answer = client.request(method, id("any"));

        assertThat(answer.errorCode()).isEqualTo(-32601);
        assertThat(answer.status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
    void withoutAToolWithTasksTheExtensionIsNotSupported(String method) {
        Answer answer = WITHOUT.clientWith(MODERN, TASKS).request(method, id("any"));

        assertThat(answer.errorCode()).isEqualTo(-32601);
        assertThat(answer.status()).isEqualTo(404);
    }

    @Test
    void withoutTheExtensionTaskIdsAreIgnored() {
        try (EventStream stream = WITHOUT.client(MODERN).stream(
                "subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true, \"taskIds\": [\"x\"]}}")) {
            assertThat(stream.nextMessage().at("/params/notifications")).hasToString("{\"toolsListChanged\":true}");
        }
    }

    @Test
    void theExtensionIsDeclaredOnlyIfAToolUsesIt() {
        assertThat(extensions(client)).hasToString("{\"io.modelcontextprotocol/tasks\":{}}");
        assertThat(extensions(WITHOUT.client(MODERN)).isMissingNode()).isTrue();
        assertThat(client.request("server/discover", "{}")
                        .result()
                        .get("capabilities")
                        .has("tasks"))
                .isFalse();
    }

    @Test
    void theExtensionFollowsTheToolsThatChangeAtRunTime() {
        McpTools tools = WITHOUT.context().getBean(McpTools.class);
        McpTestClient other = WITHOUT.client(MODERN);
        McpToolDefinition waiting = McpToolDefinition.named("waiting")
                .description("Waits")
                .task(TaskSupport.OPTIONAL)
                .call((arguments, exchange) -> "done")
                .build();
        JsonNode before = extensions(other);
        tools.update(changes -> changes.add(waiting));
        JsonNode with = extensions(other);
        tools.update(changes -> changes.remove("waiting"));

        assertThat(before.isMissingNode()).isTrue();
        assertThat(with).hasToString("{\"io.modelcontextprotocol/tasks\":{}}");
        assertThat(extensions(other).isMissingNode()).isTrue();
    }

    @Test
    void theTasksOfToolsThatAreRemovedRemain() {
        try (TestServer server = TestServer.start(Object.class)) {
            McpTools tools = server.context().getBean(McpTools.class);
            McpTestClient other = server.clientWith(MODERN, TASKS);
            tools.update(changes -> changes.add(McpToolDefinition.named("waiting")
                    .task(TaskSupport.OPTIONAL)
                    .callReactive((arguments, exchange) -> Mono.fromFuture(gate(gate), true))
                    .build()));
            String first = taskId(other.call("waiting"));
            String second = taskId(other.call("waiting"));
            tools.update(changes -> changes.remove("waiting"));

            assertThat(extensions(other)).hasToString("{\"io.modelcontextprotocol/tasks\":{}}");
            isAcknowledgement(other.request("tasks/cancel", id(second)));
            gate(gate).complete("done");
            JsonNode completed = Awaitility.await()
                    .until(
                            () -> other.request("tasks/get", id(first)).result(),
                            shown -> shown.get("status").stringValue().equals("completed"));
            assertThat(completed.at("/result/content/0/text").stringValue()).isEqualTo("done");
        }
    }

    private static JsonNode extensions(McpTestClient client) {
        return client.request("server/discover", "{}").result().at("/capabilities/extensions");
    }

    @LegacyRevisions
    void olderClientsWaitForTheResult(ProtocolVersion version) {
        McpTestClient older = SERVER.clientWith(version, TASKS);
        gate(gate).complete("done");

        for (String tool : List.of("work", "must")) {
            assertThat(older.request("tools/call", """
                    {"name": "%s", "arguments": {"gate": "%s"}, "task": {"ttl": 1000}}
                    """.formatted(tool, gate)).contentText())
                    .isEqualTo("done");
        }
        assertThat(older.request("tasks/get", id("any")).errorCode()).isEqualTo(-32601);
        Map<String, String> headers = older.headers();
        headers.remove("Mcp-Session-Id");
        ObjectNode params = (ObjectNode) JsonMapper.shared().readTree("""
                {"protocolVersion": "%s", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
                """.formatted(version.value()));
        assertThat(older.post(older.body("initialize", params), headers)
                        .result()
                        .get("capabilities")
                        .propertyNames())
                .contains("tools")
                .doesNotContain("tasks", "extensions");
    }

    private static EventStream listen(McpTestClient client, String task) {
        return client.stream(
                "subscriptions/listen", "{\"notifications\": {\"taskIds\": [\"" + task + "\", \"unknown\"]}}");
    }

    @Test
    void aStreamReportsEveryStatus() {
        String task = taskId(client.call("confirm"));
        String key = await(task, "input_required")
                .get("inputRequests")
                .propertyNames()
                .iterator()
                .next();

        try (EventStream stream = listen(client, task)) {
            assertThat(stream.nextMessage().at("/params/notifications"))
                    .hasToString("{\"taskIds\":[\"" + task + "\"]}");
            int subscription = client.lastId();
            update(task, accepted(key, "{\"confirm\": true}"));

            JsonNode working = TaskReports.nextAfterQuestion(stream);
            assertThat(working.get("method").stringValue()).isEqualTo("notifications/tasks");
            assertThat(working.at("/params/taskId").stringValue()).isEqualTo(task);
            assertThat(working.at("/params/status").stringValue()).isEqualTo("working");
            assertThat(working.at("/params/_meta/io.modelcontextprotocol~1subscriptionId")
                            .intValue())
                    .isEqualTo(subscription);
            JsonNode completed = stream.nextMessage().get("params");
            assertThat(completed.get("status").stringValue()).isEqualTo("completed");
            assertThat(completed.at("/result/content/0/text").stringValue()).isEqualTo("Confirmation[confirm=true]");
            Set<String> members = new LinkedHashSet<>(get(task).propertyNames());
            members.remove("resultType");
            assertThat(completed.propertyNames()).containsExactlyInAnyOrderElementsOf(members);
        }
    }

    @Test
    void aTaskSendsNoOtherNotifications() {
        String task = taskId(client.request("tools/call", """
                {"name": "talk", "arguments": {"gate": "%s"},
                 "_meta": {"progressToken": "t", "io.modelcontextprotocol/logLevel": "debug"}}""".formatted(gate)));

        try (EventStream stream = listen(client, task)) {
            stream.nextMessage();
            gate(gate).complete("loud");

            assertThat(stream.nextMessage().at("/params/status").stringValue()).isEqualTo("completed");
            assertThat(stream.arrived()).allMatch(EventStream.Event::isComment);
        }
    }

    @Test
    void runningTasksAndTheirTimeAreLimited() {
        TestServer limited = TestServer.shared(
                Tools.class,
                "mcp.server.tasks.max-active=1",
                "mcp.server.tools.timeout=400ms",
                "mcp.server.tasks.ttl=1m");
        McpTestClient one = limited.clientWith(MODERN, TASKS);
        Answer first = one.call("flow", "{\"gate\": \"" + gate + "\"}");
        String task = taskId(first);
        assertThat(first.result().get("ttlMs").longValue()).isEqualTo(60_000);

        Answer refused = one.call("flow", "{\"gate\": \"other\"}");
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.contentText()).contains("Too many tasks");

        Awaitility.await()
                .during(Duration.ofMillis(400))
                .until(() -> one.request("tasks/get", id(task))
                        .result()
                        .get("status")
                        .stringValue()
                        .equals("working"));
        gate(gate).complete("done");
        Awaitility.await()
                .until(() -> one.request("tasks/get", id(task))
                        .result()
                        .get("status")
                        .stringValue()
                        .equals("completed"));
        assertThat(one.call("flow", "{\"gate\": \"" + gate + "\"}").contentText())
                .isEqualTo("done");
    }

    @Test
    @Timeout(60)
    void theShutdownDoesNotWaitForTasks() throws InterruptedException {
        TestServer server = TestServer.start(Tools.class);
        McpTestClient one = server.clientWith(MODERN, TASKS);
        taskId(one.call("work", "{\"gate\": \"" + gate + "\"}"));
        taskId(one.call("flow", "{\"gate\": \"" + gate + "\"}"));

        server.close();

        assertThat(INTERRUPTED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(CANCELLED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }
}
