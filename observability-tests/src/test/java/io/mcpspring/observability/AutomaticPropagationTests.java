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

    @EverySetup
    void aRequestOfABlockingToolBelongsToItsCall(Setup setup) {
        SpanTree.check(ObservedServer.of(setup, SpanTree.Fetching.class, AUTO), "blocking");
    }

    @EverySetup
    void aRequestOfAReactiveToolBelongsToItsCall(Setup setup) {
        SpanTree.check(ObservedServer.of(setup, SpanTree.Fetching.class, AUTO), "reactive");
    }

    @EverySetup
    void theLogOfAReactiveToolCarriesTheTraceAfterAChangeOfTheThread(Setup setup) {
        SpanTree.checkLog(ObservedServer.of(setup, SpanTree.Fetching.class, AUTO), "traceAfterHop");
    }
}
