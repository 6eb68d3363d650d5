package io.mcpspring.exchange;

import io.mcpspring.protocol.JsonRpcNotification;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import tools.jackson.databind.JsonNode;

/**
 * Reports the progress of one request: the first value at once, then the latest value, at most every 20 ms; a value
 * that is pending is sent before the response. Values that do not increase are skipped.
 */
final class ProgressReporter {

    private static final Duration QUIET_PERIOD = Duration.ofMillis(20);

    private record Report(
            double progress,
            @Nullable Double total,
            @Nullable String message) {}

    private final JsonNode token;

    private final Consumer<JsonRpcNotification> client;

    private final Scheduler timer;

    private double last = Double.NEGATIVE_INFINITY;

    private @Nullable Report pending;

    private @Nullable Disposable quietPeriod;

    private boolean finished;

    ProgressReporter(JsonNode token, Consumer<JsonRpcNotification> client, Scheduler timer) {
        this.token = token;
        this.client = client;
        this.timer = timer;
    }

    synchronized void report(double progress, @Nullable Double total, @Nullable String message) {
        if (finished || !Double.isFinite(progress) || progress <= last) {
            return;
        }
        last = progress;
        pending = new Report(progress, total, message);
        if (quietPeriod == null) {
            sendPending();
        }
    }

    private synchronized void sendPending() {
        quietPeriod = null;
        if (pending != null && !finished) {
            Report report = pending;
            pending = null;
            send(report);
            quietPeriod = timer.schedule(this::sendPending, QUIET_PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Sends the pending report and ignores later ones. */
    synchronized void finish() {
        if (quietPeriod != null) {
            quietPeriod.dispose();
        }
        if (pending != null && !finished) {
            send(pending);
        }
        finished = true;
    }

    private void send(Report report) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("progressToken", token);
        params.put("progress", number(report.progress()));
        if (report.total() != null && Double.isFinite(report.total())) {
            params.put("total", number(report.total()));
        }
        if (report.message() != null) {
            params.put("message", report.message());
        }
        client.accept(new JsonRpcNotification("notifications/progress", params));
    }

    // Whole numbers are sent as 3 rather than 3.0.
    private static Number number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? (Number) (long) value : (Number) value;
    }
}
