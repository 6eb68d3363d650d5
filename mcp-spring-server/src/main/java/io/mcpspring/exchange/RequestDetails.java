package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonRpcError;
import org.jspecify.annotations.Nullable;

/** What becomes known of a request while it is served. An attribute of a {@link CallContext} that is observed. */
@Internal
public final class RequestDetails {

    private volatile @Nullable String entry;

    private volatile @Nullable JsonRpcError errorOfClient;

    /**
     * The name of the tool or prompt, the URI of the resource, or the URI template; {@code null} until it is known that
     * the entry exists and that the caller may use it.
     */
    public @Nullable String entry() {
        return entry;
    }

    /** Whether the client caused this error, which its code does not show. */
    public boolean blamesClient(JsonRpcError error) {
        return error == errorOfClient;
    }

    /** Notes the entry that the request uses, once it is known that the caller may use it. */
    public void admit(String admitted) {
        this.entry = admitted;
    }

    /** Notes that the client caused an error whose code does not show it. */
    public void blameClient(JsonRpcError error) {
        this.errorOfClient = error;
    }
}
