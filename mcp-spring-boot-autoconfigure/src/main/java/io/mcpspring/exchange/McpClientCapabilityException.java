package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the client cannot be asked, or does not give a usable answer. A method may catch it and continue without
 * the answer; otherwise the message becomes an error result for the model or, if the client of a modern request did not
 * declare the capability, the client gets the error -32021.
 */
public final class McpClientCapabilityException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Feature missing;

    /**
     * Creates an exception for a reason other than a missing capability.
     *
     * @param message the reason
     */
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

    /** {@return the capability that the client did not declare; empty if there is another reason} */
    public Optional<Feature> missingFeature() {
        return Optional.ofNullable(missing);
    }

    /**
     * Returns the error that lists the capability that the client must declare to repeat the request. Empty in the
     * legacy era, where capabilities cannot be added to a session, and if the exception has another reason.
     *
     * @param version the revision of the request
     * @return the error
     * @hidden
     */
    @Internal
    public Optional<McpProtocolException> repairable(ProtocolVersion version) {
        return missingFeature()
                .filter(feature -> version.isModern())
                .map(feature -> McpProtocolException.missingClientCapability(getMessage(), feature.declaration()));
    }
}
