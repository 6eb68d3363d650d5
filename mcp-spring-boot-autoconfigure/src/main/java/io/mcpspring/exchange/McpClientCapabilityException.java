package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The client could not be asked, or did not give a usable answer. A tool may catch it and do without; otherwise the
 * message reaches the model or, if the client of a modern request did not declare the feature, the error -32021 the
 * client.
 */
public final class McpClientCapabilityException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable Feature missing;

    public McpClientCapabilityException(String message) {
        super(message);
        this.missing = null;
    }

    private McpClientCapabilityException(Feature missing, String message) {
        super(message);
        this.missing = missing;
    }

    static McpClientCapabilityException notDeclared(Feature feature) {
        return new McpClientCapabilityException(
                feature, "This needs '" + feature + "', which the client does not declare among its capabilities");
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** What the client would have to declare, if that is the reason. */
    public Optional<Feature> missingFeature() {
        return Optional.ofNullable(missing);
    }

    /**
     * For the server itself: the error from which a client of this revision learns what to declare when it repeats the
     * request. Empty in the legacy era, where a session cannot declare more, and if there is another reason.
     */
    public Optional<McpProtocolException> repairable(ProtocolVersion version) {
        return missingFeature()
                .filter(feature -> version.isModern())
                .map(feature -> McpProtocolException.missingClientCapability(getMessage(), feature.declaration()));
    }
}
