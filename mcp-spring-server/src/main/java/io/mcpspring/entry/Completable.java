package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Entries with arguments for which values can be proposed. */
@Internal
public interface Completable {

    /** Whether there are entries at present. */
    boolean isOffered();

    /**
     * Returns the arguments of an entry, each with the values that its type defines; {@code null} if there is no such
     * entry.
     *
     * @param key the name of the entry, or its URI template
     */
    @Nullable
    Map<String, List<String>> arguments(String key);

    /**
     * Completes if the caller of a request may use an entry.
     *
     * @param key the name of the entry, or its URI template
     * @param unknown creates the error for an entry that does not exist
     */
    Mono<Void> admit(String key, Exchange exchange, Supplier<McpProtocolException> unknown);
}
