package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import io.mcpspring.validation.JsonSchema;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;

/**
 * Loads the library that validates arguments and results when the application is ready, if usual calls need it. Neither
 * the start nor the first call waits for it. If they do not need it, the first value that does not fit loads it.
 *
 * @param needed whether usual calls need the library
 * @param background runs what may take a second
 */
@Internal
public record ValidatorPreparation(BooleanSupplier needed, Executor background) {

    @EventListener(ApplicationReadyEvent.class)
    void prepare() {
        if (needed.getAsBoolean()) {
            background.execute(JsonSchema::prepare);
        }
    }
}
