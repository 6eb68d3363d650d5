package io.mcpspring.controller;

import reactor.core.publisher.Mono;

/** The rules by which an application decides about requests by their URLs. */
interface UrlRules {

    /** Of an application without rules. */
    UrlRules NONE = new UrlRules() {

        @Override
        public boolean isUndecidable(DispatchRequest request) {
            return false;
        }

        @Override
        public Mono<Boolean> permit(DispatchRequest request, boolean ifUndecidable) {
            return Mono.just(Boolean.TRUE);
        }
    };

    /** Whether a request is protected, but by nothing that decides about it. Its caller makes no difference. */
    boolean isUndecidable(DispatchRequest request);

    /**
     * Emits whether the rules permit a request of its caller.
     *
     * @param ifUndecidable whether requests are permitted about which the rules cannot decide
     */
    Mono<Boolean> permit(DispatchRequest request, boolean ifUndecidable);
}
