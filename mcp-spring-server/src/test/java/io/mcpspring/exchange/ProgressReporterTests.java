package io.mcpspring.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.McpJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;
import tools.jackson.databind.JsonNode;

/** The first progress is reported at once, then at a limited rate, and the last value always. */
class ProgressReporterTests {

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

    private final List<JsonNode> sent = new ArrayList<>();

    private final ProgressReporter reporter = reporter("7");

    @AfterEach
    void dispose() {
        time.dispose();
    }

    @Test
    void theFirstValueIsSentAtOnceAndTheNewestAfterAPause() {
        reporter.report(1, null, null);
        assertThat(values()).containsExactly("1");
        reporter.report(2, null, null);
        reporter.report(3, null, null);
        pass(19);
        assertThat(values()).containsExactly("1");
        pass(1);
        assertThat(values()).containsExactly("1", "3");
    }

    @Test
    void aPauseFollowsEveryValueThatIsSent() {
        reporter.report(1, null, null);
        reporter.report(2, null, null);
        pass(20);
        reporter.report(3, null, null);
        assertThat(values()).containsExactly("1", "2");
        pass(20);
        assertThat(values()).containsExactly("1", "2", "3");
        pass(20);
        reporter.report(4, null, null);
        assertThat(values()).containsExactly("1", "2", "3", "4");
    }

    @Test
    void aHundredValuesInASecondAreAtMostFiftyReports() {
        for (int i = 1; i <= 1000; i++) {
            reporter.report(i, null, null);
            pass(1);
        }
        reporter.finish();
        assertThat(values()).hasSize(51).startsWith("1", "20", "40").endsWith("980", "1000");
    }

    @Test
    void theLastValueIsSentWhenTheWorkIsDone() {
        reporter.report(1, null, null);
        reporter.report(2, 10.0, "half");
        reporter.finish();
        assertThat(sent.get(1).toString())
                .isEqualTo("{\"progressToken\":7,\"progress\":2,\"total\":10,\"message\":\"half\"}");
    }

    @Test
    void nothingIsSentAfterTheWorkIsDone() {
        reporter.report(1, null, null);
        reporter.report(2, null, null);
        reporter.finish();
        reporter.report(3, null, null);
        reporter.finish();
        pass(100);
        assertThat(values()).containsExactly("1", "2");
    }

    @Test
    void valuesThatDoNotRiseAreDropped() {
        for (double value :
                new double[] {2, 2, 1, -5, 2.5, 2.4, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 3
                }) {
            reporter.report(value, null, "x");
            pass(20);
        }
        assertThat(values()).containsExactly("2", "2.5", "3");
    }

    @Test
    void aPendingValueIsNotReplacedByASmallerOne() {
        reporter.report(1, null, null);
        reporter.report(5, null, "five");
        reporter.report(3, null, "three");
        pass(20);
        assertThat(sent.get(1).toString()).isEqualTo("{\"progressToken\":7,\"progress\":5,\"message\":\"five\"}");
    }

    @Test
    void progressMayBeginBelowZero() {
        reporter.report(-2, null, null);
        reporter.finish();
        assertThat(values()).containsExactly("-2");
    }

    @Test
    void aTotalThatIsNotANumberIsOmitted() {
        reporter.report(1, Double.NaN, null);
        pass(20);
        reporter.report(2, Double.POSITIVE_INFINITY, null);
        assertThat(sent).noneMatch(params -> params.has("total"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "7", "-1", "9007199254740993", "123456789012345678901234567890", "\"\"", "\"7\"", "\"a b\""
            })
    void theTokenIsReturnedUnchanged(String token) {
        reporter(token).report(1, null, null);
        assertThat(sent.get(0).get("progressToken").toString()).isEqualTo(token);
    }

    @Test
    void severalThreadsMayReport() throws InterruptedException {
        List<Double> seen = new ArrayList<>();
        ProgressReporter shared = new ProgressReporter(
                McpJson.readTree("1".getBytes()),
                notification -> seen.add(tree(notification).get("progress").doubleValue()),
                Schedulers.parallel());
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch done = new CountDownLatch(4);
        IntStream.range(0, 4)
                .forEach(thread -> threads.execute(() -> {
                    for (int i = 0; i < 50_000; i++) {
                        shared.report(i * 4 + thread, null, null);
                    }
                    done.countDown();
                }));
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        shared.finish();
        threads.shutdownNow();
        assertThat(seen).isSorted().doesNotHaveDuplicates().last().isEqualTo(199_999.0);
    }

    private ProgressReporter reporter(String token) {
        return new ProgressReporter(
                McpJson.readTree(token.getBytes()), notification -> sent.add(tree(notification)), time);
    }

    private static JsonNode tree(JsonRpcNotification notification) {
        assertThat(notification.method()).isEqualTo("notifications/progress");
        return McpJson.readTree(McpJson.writeValue(notification.params()));
    }

    private List<String> values() {
        return sent.stream().map(params -> params.get("progress").toString()).toList();
    }

    private void pass(long millis) {
        time.advanceTimeBy(Duration.ofMillis(millis));
    }
}
