package io.mcpspring.controller;

import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The rules by which an application decides about requests by their URLs. */
interface UrlRules {

    /** Of an application without rules. */
    UrlRules NONE = request -> Mono.empty();

    /**
     * Emits what the filters with rules decide about a request; none if it is protected, but without rules. Empty if
     * nothing protects the request.
     */
    Mono<List<Mono<Boolean>>> decisions(DispatchRequest request);

    /** Whether a request is protected, but by nothing that decides about it. Its caller makes no difference. */
    default boolean isUndecidable(DispatchRequest request) {
        return decisions(request)
                .map(List::isEmpty)
                .defaultIfEmpty(false)
                .toFuture()
                .join();
    }

    /**
     * Emits whether the rules permit a request of its caller.
     *
     * @param ifUndecidable whether requests are permitted about which the rules cannot decide
     */
    default Mono<Boolean> permit(DispatchRequest request, boolean ifUndecidable) {
        return decisions(request)
                .flatMap(all -> all.isEmpty()
                        ? Mono.just(ifUndecidable)
                        : Flux.concat(all).all(granted -> granted))
                .defaultIfEmpty(true);
    }
}
