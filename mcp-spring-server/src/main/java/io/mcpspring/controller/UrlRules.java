package io.mcpspring.controller;

import java.util.Optional;
import reactor.core.publisher.Mono;

/** The rules by which an application decides about requests by their URLs. */
interface UrlRules {

    /** Of an application without rules. */
    UrlRules NONE = new UrlRules() {

        @Override
        public Optional<Boolean> decide(DispatchRequest request) {
            return Optional.empty();
        }

        @Override
        public Mono<Boolean> permit(DispatchRequest request, boolean undecided) {
            return Mono.just(Boolean.TRUE);
        }
    };

    /**
     * Returns whether the rules can decide about a request; empty if no rule concerns it.
     *
     * @param request a request without a caller
     */
    Optional<Boolean> decide(DispatchRequest request);

    /**
     * Emits whether the rules permit a request of its caller.
     *
     * @param undecided whether requests are permitted about which the rules cannot decide
     */
    Mono<Boolean> permit(DispatchRequest request, boolean undecided);
}
