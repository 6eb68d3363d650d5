package io.mcpspring.controller;

import reactor.core.publisher.Mono;

/** The rules by which an application decides about requests by their URLs. */
interface UrlRules {

    /** Whether the rules concern a request; the user who sends it makes no difference. */
    enum Coverage {

        /** No rule concerns it, so that everybody may send it. */
        OPEN,

        /** The rules decide about it. */
        DECIDABLE,

        /** It is protected, but by nothing that decides about it. */
        UNDECIDABLE
    }

    /** Of an application without rules. */
    UrlRules NONE = new UrlRules() {

        @Override
        public Coverage coverage(DispatchRequest request) {
            return Coverage.OPEN;
        }

        @Override
        public Mono<Boolean> permit(DispatchRequest request, boolean ifUndecidable) {
            return Mono.just(Boolean.TRUE);
        }
    };

    /**
     * Returns whether the rules concern a request.
     *
     * @param request a request without a caller
     */
    Coverage coverage(DispatchRequest request);

    /**
     * Emits whether the rules permit a request of its caller.
     *
     * @param ifUndecidable whether requests are permitted about which the rules cannot decide
     */
    Mono<Boolean> permit(DispatchRequest request, boolean ifUndecidable);
}
