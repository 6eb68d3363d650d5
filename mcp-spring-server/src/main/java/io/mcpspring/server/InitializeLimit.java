package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Limits how often a client initializes a session. */
@Internal
@FunctionalInterface
public interface InitializeLimit {

    InitializeLimit NONE = (user, address) -> Mono.just(0L);

    /**
     * Emits 0 if a client may initialize a session, or else the time after which it may, in seconds.
     *
     * @param user identifies the authenticated user, as {@link CallContext#userId()} does
     * @param address the address of the client
     */
    Mono<Long> secondsToWait(@Nullable String user, @Nullable InetSocketAddress address);
}
