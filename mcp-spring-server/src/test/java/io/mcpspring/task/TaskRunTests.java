package io.mcpspring.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.Question;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.CreateTaskResult;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.TaskStatus;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.Shutdown;
import io.mcpspring.server.TestDispatcher;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The outcome of a call when events happen concurrently. */
class TaskRunTests {

    // A client with the capability to answer.
    private static final String METHOD = "tools/call";

    private static final long MAX_RESULT = 10_000;

    private static final CallToolResult DONE = CallToolResult.of(Content.text("done"));

    private static final ClientCapabilities ROOTS =
            ClientCapabilities.of(JsonMapper.shared().readTree("{\"roots\": {}}"));

    /** Records the saved tasks in order; a test may run an action before, which may end them. */
    private static final class RecordingStore implements McpTaskStore {

        final List<McpTask> saved = new CopyOnWriteArrayList<>();

        final Set<String> ended = ConcurrentHashMap.newKeySet();

        volatile Consumer<McpTask> before = task -> {};

        @Override
        public boolean save(McpTask task) {
            before.accept(task);
            if (ended.contains(task.id())) {
                return false;
            }
            saved.add(task);
            return true;
        }

        @Override
        public Optional<McpTask> find(String id) {
            return saved.stream().filter(task -> task.id().equals(id)).reduce((older, newer) -> newer);
        }

        List<TaskStatus> statuses(String id) {
            return saved.stream()
                    .filter(task -> task.id().equals(id))
                    .map(McpTask::status)
                    .toList();
        }
    }

    private record Handler(Tasks tasks, Function<Exchange, Mono<CallToolResult>> work) implements McpRequestHandler {

        @Override
        public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
            return tasks.run(exchange, work);
        }
    }

    private final RecordingStore store = new RecordingStore();

    private final Shutdown shutdown = new Shutdown();

    private final AtomicReference<Instant> now = new AtomicReference<>();

    private Duration timeToAnswer = Duration.ofMinutes(5);

    private final Instances instances = new Instances(new InProcessChannel(), Sealer.ofProcess());

    private final ServerEvents events = new ServerEvents(instances);

    private Tasks tasks = tasks(Duration.ofMinutes(1), 1_000);

    @AfterEach
    void close() {
        shutdown.begin(() -> {});
        tasks.close();
    }

    private Tasks tasks(Duration ttl, int maxActive) {
        return tasks(new TaskSettings(ttl, maxActive, MAX_RESULT, Duration.ofSeconds(30)));
    }

    private Tasks tasks(TaskSettings settings) {
        return new Tasks(
                store,
                settings,
                events,
                instances,
                shutdown,
                new Refusals(),
                () -> Optional.ofNullable(now.get()).orElseGet(Instant::now));
    }

    private CompletableFuture<JsonRpcMessage> call(Mono<CallToolResult> work) {
        return call(exchange -> work);
    }

    private CompletableFuture<JsonRpcMessage> call(Function<Exchange, Mono<CallToolResult>> work) {
        return TestDispatcher.of(new Shutdown(), timeToAnswer, Map.of(METHOD, new Handler(tasks, work)))
                .dispatch(
                        new JsonRpcRequest(
                                new RequestId(JsonNodeFactory.instance.numberNode(1)),
                                METHOD,
                                JsonNodeFactory.instance.objectNode()),
                        TestDispatcher.context(ProtocolVersion.V2026_07_28, ROOTS, true))
                .last()
                .toFuture();
    }

    private static McpResult result(CompletableFuture<JsonRpcMessage> answer) throws Exception {
        return ((JsonRpcResponse.Success) answer.get(10, TimeUnit.SECONDS)).result();
    }

    private static String taskId(CompletableFuture<JsonRpcMessage> answer) throws Exception {
        return ((CreateTaskResult) result(answer)).task().taskId();
    }

    private static ConditionFactory soon() {
        return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private void awaitLast(String id, TaskStatus status) {
        soon().until(() -> store.find(id).orElseThrow().status() == status);
    }

    @Test
    void slowListenersDoNotDelayTheTasksOfOthers() throws Exception {
        Semaphore publishing = new Semaphore(0);
        Semaphore permission = new Semaphore(0);
        events.subscribe(event -> {
            publishing.release();
            permission.acquireUninterruptibly();
        });
        Sinks.One<CallToolResult> outcome = Sinks.one();
        String id = taskId(call(outcome.asMono()));
        outcome.tryEmitValue(DONE);
        assertThat(publishing.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        try {
            String other = taskId(call(Mono.never()));
            assertThat(store.statuses(other)).containsExactly(TaskStatus.WORKING);
            assertThat(store.statuses(id)).containsExactly(TaskStatus.WORKING, TaskStatus.COMPLETED);
        } finally {
            permission.release(1_000);
        }
    }

    @Test
    void slowCodeOfACancelledTaskDelaysNoOther() throws Exception {
        Semaphore cancelling = new Semaphore(0);
        Semaphore permission = new Semaphore(0);
        String id = taskId(call(Mono.<CallToolResult>never().doOnCancel(() -> {
            cancelling.release();
            permission.acquireUninterruptibly();
        })));
        CompletableFuture.runAsync(() -> tasks.cancel(store.find(id).orElseThrow()))
                .get(10, TimeUnit.SECONDS);
        assertThat(cancelling.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        permission.release();
        awaitLast(id, TaskStatus.CANCELLED);
    }

    @Test
    void aTaskIsSavedBeforeItIsSentToItsClient() throws Exception {
        CountDownLatch saving = new CountDownLatch(1);
        Semaphore permission = new Semaphore(0);
        store.before = task -> {
            saving.countDown();
            permission.acquireUninterruptibly();
        };
        Sinks.One<CallToolResult> outcome = Sinks.one();
        CompletableFuture<JsonRpcMessage> answer = call(outcome.asMono());
        assertThat(saving.await(10, TimeUnit.SECONDS)).isTrue();

        // The call has ended meanwhile: it is a task nevertheless, and the worker does not wait for the store.
        outcome.tryEmitValue(DONE);
        assertThat(answer).isNotDone();
        permission.release(2);

        String id = taskId(answer);
        awaitLast(id, TaskStatus.COMPLETED);
        assertThat(store.statuses(id)).containsExactly(TaskStatus.WORKING, TaskStatus.COMPLETED);
    }

    // The client cannot learn the id of the task.
    @Test
    void aDisconnectBeforeTheTaskIsSentCancelsIt() throws Exception {
        CountDownLatch saving = new CountDownLatch(1);
        Semaphore permission = new Semaphore(0);
        store.before = task -> {
            saving.countDown();
            permission.acquireUninterruptibly();
        };
        CountDownLatch cancelled = new CountDownLatch(1);
        CompletableFuture<JsonRpcMessage> answer =
                call(Mono.<CallToolResult>never().doOnCancel(cancelled::countDown));
        assertThat(saving.await(10, TimeUnit.SECONDS)).isTrue();

        answer.cancel(true);
        assertThat(cancelled.await(10, TimeUnit.SECONDS)).isTrue();
        permission.release(2);

        soon().until(() -> tasks.active() == 0);
        assertThat(store.saved).extracting(McpTask::status).containsExactly(TaskStatus.WORKING, TaskStatus.CANCELLED);
    }

    @Test
    void aTaskThatCannotBeSavedIsAnError() throws Exception {
        tasks.close();
        tasks = tasks(Duration.ofMinutes(1), 1);
        AtomicReference<Boolean> cancelled = new AtomicReference<>(false);
        store.before = task -> {
            throw new IllegalStateException("no connection");
        };
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.mcpspring", LogLevel.OFF);
        try {
            JsonRpcMessage answer = call(Mono.<CallToolResult>never().doOnCancel(() -> cancelled.set(true)))
                    .get(10, TimeUnit.SECONDS);

            assertThat(((JsonRpcResponse.Failure) answer).error().message())
                    .startsWith("Internal error, reported as")
                    .doesNotContain("connection");
            soon().untilAsserted(() -> assertThat(cancelled).hasValue(true));
        } finally {
            logging.setLogLevel("io.mcpspring", null);
        }
        // The place of the task becomes free after the response.
        soon().untilAsserted(() -> assertThat(result(call(Mono.just(DONE)))).isSameAs(DONE));
    }

    @Test
    void theCallEndsEvenIfItsOutcomeCannotBeSaved() throws Exception {
        Sinks.One<CallToolResult> outcome = Sinks.one();
        String id = taskId(call(outcome.asMono()));
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.mcpspring", LogLevel.OFF);
        try {
            CountDownLatch tried = new CountDownLatch(1);
            store.before = task -> {
                tried.countDown();
                throw new IllegalStateException("no connection");
            };
            outcome.tryEmitValue(DONE);
            assertThat(tried.await(10, TimeUnit.SECONDS)).isTrue();
            store.before = task -> {};
            // Later tasks are saved again.
            String next = taskId(call(Mono.never()));
            assertThat(store.statuses(next)).containsExactly(TaskStatus.WORKING);
        } finally {
            logging.setLogLevel("io.mcpspring", null);
        }
        assertThat(store.statuses(id)).containsExactly(TaskStatus.WORKING);
    }

    @Test
    void aCallWhoseTaskAnotherInstanceHasEndedIsCancelled() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        AtomicReference<Exchange> exchange = new AtomicReference<>();
        String id = taskId(call(given -> {
            exchange.set(given);
            return Mono.<CallToolResult>never().doOnCancel(cancelled::countDown);
        }));
        List<ServerEvent> published = new CopyOnWriteArrayList<>();
        events.subscribe(published::add);
        store.ended.add(id);
        exchange.get().reactive().roots().subscribe(answered -> {}, failure -> {});

        assertThat(cancelled.await(10, TimeUnit.SECONDS)).isTrue();
        soon().until(() -> tasks.active() == 0);
        assertThat(store.statuses(id)).containsExactly(TaskStatus.WORKING);
        assertThat(published).isEmpty();
    }

    @Test
    void aRequestWhoseTaskIsNotSavedInTimeFails() throws Exception {
        tasks.close();
        tasks = tasks(new TaskSettings(Duration.ofMinutes(1), 1, MAX_RESULT, Duration.ofMillis(50)));
        Semaphore permission = new Semaphore(0);
        store.before = task -> permission.acquireUninterruptibly();
        CountDownLatch cancelled = new CountDownLatch(1);
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.mcpspring", LogLevel.OFF);
        try {
            JsonRpcMessage answer = call(Mono.<CallToolResult>never().doOnCancel(cancelled::countDown))
                    .get(10, TimeUnit.SECONDS);

            assertThat(((JsonRpcResponse.Failure) answer).error().message()).startsWith("Internal error, reported as");
            assertThat(cancelled.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            logging.setLogLevel("io.mcpspring", null);
            permission.release(2);
        }
        soon().until(() -> tasks.active() == 0);
        // On a busy machine, the time is over before the task is saved for the first time.
        assertThat(store.saved.stream().map(McpTask::status).toList())
                .isIn(List.of(TaskStatus.CANCELLED), List.of(TaskStatus.WORKING, TaskStatus.CANCELLED));
    }

    @Test
    void aDisconnectBeforeTheTaskExistsCancelsTheCall() throws Exception {
        tasks.close();
        tasks = tasks(Duration.ofMinutes(1), 1);
        AtomicReference<Boolean> cancelled = new AtomicReference<>(false);

        call(Mono.<CallToolResult>never().doOnCancel(() -> cancelled.set(true))).cancel(true);

        assertThat(cancelled).hasValue(true);
        assertThat(result(call(Mono.just(DONE)))).isSameAs(DONE);
        assertThat(store.saved).isEmpty();
    }

    @Test
    void anExpiredTaskIsStopped() throws Exception {
        tasks.close();
        tasks = tasks(Duration.ofMillis(50), 1);
        AtomicReference<Boolean> cancelled = new AtomicReference<>(false);

        String id = taskId(call(Mono.<CallToolResult>never().doOnCancel(() -> cancelled.set(true))));

        awaitLast(id, TaskStatus.FAILED);
        soon().untilAsserted(() -> assertThat(cancelled).hasValue(true));
        assertThat(store.find(id).orElseThrow().statusMessage())
                .isEqualTo("The task exceeded its time to live, but may still take effect");
        assertThat(result(call(Mono.just(DONE)))).isSameAs(DONE);
    }

    @Test
    void theShutdownCancelsRunningTasks() throws Exception {
        String id = taskId(call(Mono.never()));

        shutdown.begin(() -> {});
        tasks.close();

        assertThat(store.statuses(id)).containsExactly(TaskStatus.WORKING, TaskStatus.CANCELLED);
    }

    @Test
    void aCallDuringTheShutdownDoesNotBecomeATask() throws Exception {
        shutdown.begin(() -> {});

        assertThat(result(call(Mono.delay(Duration.ofMillis(300)).thenReturn(DONE))))
                .isSameAs(DONE);
    }

    @Test
    void aJvmErrorFailsTheTask() throws Exception {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.mcpspring", LogLevel.OFF);
        logging.setLogLevel("reactor", LogLevel.OFF);
        try {
            assertThat(call(Mono.fromSupplier(() -> {
                                throw new StackOverflowError("on purpose");
                            }))
                            .get(10, TimeUnit.SECONDS))
                    .isInstanceOf(JsonRpcResponse.Failure.class);
        } finally {
            logging.setLogLevel("io.mcpspring", null);
            logging.setLogLevel("reactor", null);
        }
    }

    @Test
    void aResultAtTheStartOfTheTaskIsTheResponseOrTheOutcome() throws Exception {
        List<CompletableFuture<JsonRpcMessage>> answers = IntStream.range(0, 100)
                .mapToObj(i -> call(Mono.delay(Duration.ofMillis(240 + i / 5)).thenReturn(DONE)))
                .toList();

        for (CompletableFuture<JsonRpcMessage> answer : answers) {
            if (result(answer) instanceof CreateTaskResult created) {
                awaitLast(created.task().taskId(), TaskStatus.COMPLETED);
                assertThat(store.statuses(created.task().taskId()))
                        .containsExactly(TaskStatus.WORKING, TaskStatus.COMPLETED);
            } else {
                assertThat(result(answer)).isSameAs(DONE);
            }
        }
    }

    @Test
    void aTaskThatIsCancelledAtItsEndEndsOnce() throws Exception {
        List<Sinks.One<CallToolResult>> outcomes = IntStream.range(0, 40)
                .mapToObj(i -> Sinks.<CallToolResult>one())
                .toList();
        List<CompletableFuture<JsonRpcMessage>> answers =
                outcomes.stream().map(outcome -> call(outcome.asMono())).toList();
        for (int i = 0; i < outcomes.size(); i++) {
            McpTask task = store.find(taskId(answers.get(i))).orElseThrow();
            Sinks.One<CallToolResult> outcome = outcomes.get(i);
            Disposable cancelling = Schedulers.parallel().schedule(() -> tasks.cancel(task));
            outcome.tryEmitValue(DONE);
            soon().until(cancelling::isDisposed);
            soon().until(() -> store.find(task.id()).orElseThrow().status().isTerminal());
        }
        // Late events have arrived by then.
        tasks.close();

        assertThat(answers)
                .allSatisfy(answer ->
                        assertThat(store.statuses(taskId(answer))).hasSize(2).startsWith(TaskStatus.WORKING));
    }

    @Test
    void aCallThatAsksAtOnceBecomesATaskThatExpires() throws Exception {
        tasks.close();
        tasks = tasks(Duration.ofMillis(50), 1);
        AtomicReference<Boolean> ended = new AtomicReference<>(false);

        // It is cancelled, or cannot ask because it has expired.
        String id = taskId(
                call(exchange -> exchange.reactive().roots().thenReturn(DONE).doFinally(signal -> ended.set(true))));

        awaitLast(id, TaskStatus.FAILED);
        soon().untilAsserted(() -> assertThat(ended).hasValue(true));
        isIdle();
    }

    // All places are free, and none is free twice.
    private void isIdle() {
        soon().untilAsserted(() -> assertThat(tasks.active()).isZero());
    }

    @Test
    void allPlacesAreFreeWhenEveryTaskHasExpired() throws Exception {
        tasks.close();
        tasks = tasks(Duration.ofMillis(300), 20);
        List<CompletableFuture<JsonRpcMessage>> asking = IntStream.range(0, 10)
                .mapToObj(i -> call(exchange -> exchange.reactive().roots().thenReturn(DONE)))
                .toList();
        List<CompletableFuture<JsonRpcMessage>> working = IntStream.range(0, 10)
                .mapToObj(i -> call(Mono.<CallToolResult>never()))
                .toList();

        for (CompletableFuture<JsonRpcMessage> answer : asking) {
            awaitLast(taskId(answer), TaskStatus.FAILED);
        }
        for (CompletableFuture<JsonRpcMessage> answer : working) {
            awaitLast(taskId(answer), TaskStatus.FAILED);
        }
        isIdle();
        assertThat(result(call(Mono.just(DONE)))).isSameAs(DONE);
    }

    @Test
    void aFailingCancellationReleasesThePlace() throws Exception {
        tasks.close();
        tasks = tasks(Duration.ofMillis(50), 1);
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("reactor", LogLevel.OFF);
        try {
            String id = taskId(call(Mono.<CallToolResult>never().doOnCancel(() -> {
                throw new StackOverflowError("on purpose");
            })));

            awaitLast(id, TaskStatus.FAILED);
            isIdle();
        } finally {
            logging.setLogLevel("reactor", null);
        }
    }

    @Test
    void thePlaceIsReleasedAfterTheOutcomeIsSaved() throws Exception {
        tasks.close();
        tasks = tasks(Duration.ofMinutes(1), 1);
        Sinks.One<CallToolResult> outcome = Sinks.one();
        String id = taskId(call(outcome.asMono()));
        Semaphore permission = new Semaphore(0);
        store.before = task -> permission.acquireUninterruptibly();

        outcome.tryEmitValue(DONE);
        assertThat(result(call(Mono.just(DONE))))
                .isInstanceOfSatisfying(
                        CallToolResult.class,
                        refused -> assertThat(refused.isError()).isTrue());

        permission.release(1);
        awaitLast(id, TaskStatus.COMPLETED);
        isIdle();
    }

    @Test
    void anOutcomeThatCannotBeSavedIsReturnedFromMemory() throws Exception {
        AtomicReference<Exchange> request = new AtomicReference<>();
        Sinks.One<CallToolResult> outcome = Sinks.one();
        String id = taskId(call(exchange -> {
            request.set(exchange);
            return outcome.asMono();
        }));
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.mcpspring", LogLevel.OFF);
        try {
            store.before = task -> {
                throw new NoClassDefFoundError("on purpose");
            };
            outcome.tryEmitValue(DONE);
            isIdle();
        } finally {
            logging.setLogLevel("io.mcpspring", null);
        }

        McpTask found = tasks.find(id, request.get()).orElseThrow();
        assertThat(found.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(found.result()).hasToString(JsonValue.of(DONE).text());

        // Another instance has ended it meanwhile, and its clients must not see another end.
        store.before = task -> {};
        store.save(store.find(id).orElseThrow().cancelled(Instant.now()));
        assertThat(tasks.find(id, request.get()).orElseThrow().status()).isEqualTo(TaskStatus.CANCELLED);
    }

    static Stream<CallToolResult> resultsThatCannotBeKept() {
        return Stream.of(
                CallToolResult.structured(new Object() {

                    @SuppressWarnings("unused")
                    public String getName() {
                        throw new StackOverflowError("on purpose");
                    }
                }),
                CallToolResult.of(Content.text("x".repeat((int) MAX_RESULT))));
    }

    @ParameterizedTest
    @MethodSource("resultsThatCannotBeKept")
    void aResultThatIsTooLargeFailsTheTask(CallToolResult result) throws Exception {
        Sinks.One<CallToolResult> outcome = Sinks.one();
        String id = taskId(call(outcome.asMono()));
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.mcpspring", LogLevel.OFF);
        try {
            outcome.tryEmitValue(result);
            awaitLast(id, TaskStatus.FAILED);
            isIdle();
        } finally {
            logging.setLogLevel("io.mcpspring", null);
        }
        assertThat(store.find(id).orElseThrow().statusMessage())
                .matches("The result of the task is larger than 10000 bytes|Internal error, reported as .*");
    }

    @Test
    void anErrorWithUnwritableDataFailsTheTask() throws Exception {
        Sinks.One<CallToolResult> outcome = Sinks.one();
        String id = taskId(call(outcome.asMono()));
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.mcpspring", LogLevel.OFF);
        try {
            outcome.tryEmitError(new McpProtocolException(7, "seven", new Object() {

                @SuppressWarnings("unused")
                public String getName() {
                    throw new StackOverflowError("on purpose");
                }
            }));
            awaitLast(id, TaskStatus.FAILED);
        } finally {
            logging.setLogLevel("io.mcpspring", null);
        }
        assertThat(store.find(id).orElseThrow().statusMessage()).startsWith("Internal error, reported as ");
    }

    @Test
    void aTaskCanBeReadWhileItsResultIsWritten() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        Semaphore permission = new Semaphore(0);
        CallToolResult slow = CallToolResult.structured(new Object() {

            @SuppressWarnings("unused")
            public String getName() {
                writing.countDown();
                permission.acquireUninterruptibly();
                return "slow";
            }
        });
        AtomicReference<Exchange> request = new AtomicReference<>();
        Sinks.One<CallToolResult> outcome = Sinks.one();
        String id = taskId(call(exchange -> {
            request.set(exchange);
            return outcome.asMono().publishOn(Schedulers.boundedElastic());
        }));
        outcome.tryEmitValue(slow);
        assertThat(writing.await(10, TimeUnit.SECONDS)).isTrue();
        try {
            assertThat(CompletableFuture.supplyAsync(() -> tasks.find(id, request.get()))
                            .get(10, TimeUnit.SECONDS)
                            .map(McpTask::status))
                    .hasValue(TaskStatus.WORKING);
        } finally {
            permission.release();
        }
        awaitLast(id, TaskStatus.COMPLETED);
    }

    @Test
    void inputRequiredAtTheStartOfTheTaskIsRequestedByResponseOrTask() throws Exception {
        Question<List<Root>> roots = Question.roots("roots");
        List<CompletableFuture<JsonRpcMessage>> answers = IntStream.range(0, 200)
                .mapToObj(i -> call(exchange -> exchange.untilAnswered(
                        returned -> Mono.delay(Duration.ofMillis(240 + i / 10))
                                .then(Mono.fromCallable(() -> returned.convert(InputRequired.of(roots)))),
                        answered -> DONE,
                        Mono::error)))
                .toList();

        for (CompletableFuture<JsonRpcMessage> answer : answers) {
            if (result(answer) instanceof CreateTaskResult created) {
                awaitLast(created.task().taskId(), TaskStatus.INPUT_REQUIRED);
            } else {
                assertThat(result(answer)).isInstanceOf(InputRequiredResult.class);
            }
        }
    }

    @Test
    void aQuestionOfATaskHasATimeLimit() throws Exception {
        timeToAnswer = Duration.ofMillis(50);

        String id = taskId(call(exchange -> exchange.reactive()
                .roots()
                .map(Object::toString)
                .onErrorResume(McpClientCapabilityException.class, failure -> Mono.just(failure.getMessage()))
                .map(text -> CallToolResult.of(Content.text(text)))));

        awaitLast(id, TaskStatus.COMPLETED);
        assertThat(store.find(id).orElseThrow().result()).asString().contains("The client did not answer within");
        isIdle();
    }

    @Test
    void theTimestampOfATaskNeverDecreases() throws Exception {
        Instant begin = Instant.parse("2026-07-28T10:00:00Z");
        now.set(begin);
        Sinks.One<CallToolResult> outcome = Sinks.one();
        String id = taskId(call(outcome.asMono()));

        now.set(begin.minusSeconds(3600));
        outcome.tryEmitValue(DONE);

        awaitLast(id, TaskStatus.COMPLETED);
        assertThat(store.find(id).orElseThrow().lastUpdatedAt()).isEqualTo(begin);
    }
}
