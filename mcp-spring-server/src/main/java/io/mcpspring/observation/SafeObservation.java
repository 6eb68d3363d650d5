package io.mcpspring.observation;

import io.mcpspring.UserCode;
import io.mcpspring.server.ErrorReport;
import io.micrometer.observation.Observation;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * An observation whose conventions and handlers may fail: their failures are logged, and do not change what is
 * observed.
 */
final class SafeObservation {

    private static final Log logger = LogFactory.getLog(SafeObservation.class);

    private final String description;

    final Observation observation;

    private final AtomicBoolean over = new AtomicBoolean();

    /** @param subject what is observed, such as {@code a request} */
    SafeObservation(String subject, Supplier<Observation> creation) {
        this.description = "The observation of " + subject + " failed";
        this.observation = UserCode.call(creation::get, failure -> {
            ErrorReport.log(logger, description, failure);
            return Observation.NOOP;
        });
    }

    /** Whether there is nothing to observe: the observation is switched off, or could not be created. */
    boolean isNoop() {
        return observation.isNoop();
    }

    void start() {
        attempt(observation::start);
    }

    void fail(Throwable failure) {
        attempt(() -> observation.error(failure));
    }

    /** Ends the observation; ignored after the first time. */
    void stop() {
        if (over.compareAndSet(false, true)) {
            attempt(observation::stop);
        }
    }

    private void attempt(Runnable step) {
        ErrorReport.attempt(logger, description, step);
    }
}
