package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import io.mcpspring.validation.JsonSchema;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import reactor.core.scheduler.Schedulers;

/**
 * Loads the library that validates arguments and results when the application is ready, in the background: neither the
 * start nor the first call waits for it.
 */
@Internal
public final class ValidatorPreparation {

    @EventListener(ApplicationReadyEvent.class)
    void prepare() {
        Schedulers.boundedElastic().schedule(JsonSchema::prepare);
    }
}
