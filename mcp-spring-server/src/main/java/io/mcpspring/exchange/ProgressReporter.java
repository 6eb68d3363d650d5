package io.mcpspring.exchange;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.protocol.JsonRpcNotification;
import java.time.Duration;
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

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Report(
            JsonNode progressToken,
            Number progress,
            @Nullable Number total,
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
        Number end = total == null || !Double.isFinite(total) ? null : number(total);
        pending = new Report(token, number(progress), end, message);
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
        client.accept(new JsonRpcNotification("notifications/progress", report));
    }

    // Whole numbers are sent as 3 rather than 3.0.
    private static Number number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? (Number) (long) value : (Number) value;
    }
}
