package io.mcpspring.observability;

import org.junit.jupiter.api.AfterAll;
import reactor.core.publisher.Hooks;

/** The spans of a call with {@code spring.reactor.context-propagation=auto}, which applies to the whole process. */
class AutomaticPropagationTests {

    private static final String AUTO = "spring.reactor.context-propagation=auto";

    @AfterAll
    static void endPropagation() {
        Hooks.disableAutomaticContextPropagation();
    }

    @EveryEra
    void aRequestOfABlockingToolBelongsToItsCall(Era era) {
        SpanTree.check(ObservedServer.of(era, SpanTree.Fetching.class, AUTO), "blocking");
    }

    @EveryEra
    void aRequestOfAReactiveToolBelongsToItsCall(Era era) {
        SpanTree.check(ObservedServer.of(era, SpanTree.Fetching.class, AUTO), "reactive");
    }

    @EveryEra
    void theLogOfAReactiveToolCarriesTheTraceAfterAChangeOfTheThread(Era era) {
        SpanTree.checkLog(ObservedServer.of(era, SpanTree.Fetching.class, AUTO), "traceAfterHop");
    }
}
