package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the client cannot be asked, or does not give a usable answer. A method may catch it and continue without
 * the answer; otherwise the message becomes an error result for the model or, if the client of a modern request did not
 * declare the capability, the client gets the error -32021.
 */
public final class McpClientCapabilityException extends RuntimeException {

    private final transient @Nullable Set<Feature> missing;

    private final transient @Nullable Integer errorCode;

    /**
     * Creates an exception for a reason other than a missing capability.
     *
     * @param message the reason
     */
    public McpClientCapabilityException(String message) {
        this(message, null, null);
    }

    private McpClientCapabilityException(String message, @Nullable Set<Feature> missing, @Nullable Integer errorCode) {
        super(message);
        this.missing = missing;
        this.errorCode = errorCode;
    }

    static McpClientCapabilityException notDeclared(Set<Feature> features) {
        return notDeclared("The client cannot be asked", features);
    }

    /**
     * The client did not declare the features that a call needs.
     *
     * @param problem what is not possible, without a full stop
     * @param features the features
     * @return the exception
     * @hidden
     */
    @Internal
    public static McpClientCapabilityException notDeclared(String problem, Set<Feature> features) {
        String names = features.stream().map(feature -> "'" + feature + "'").collect(Collectors.joining(", "));
        return new McpClientCapabilityException(
                problem + ": it must declare the " + (features.size() == 1 ? "capability " : "capabilities ") + names,
                Set.copyOf(features),
                null);
    }

    /**
     * The client answered with a JSON-RPC error.
     *
     * @param code the code of the error
     * @param message the message of the error
     * @return the exception
     * @hidden
     */
    @Internal
    public static McpClientCapabilityException answeredByError(int code, String message) {
        return new McpClientCapabilityException("The client answered with an error: " + message, null, code);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** {@return the capabilities that the client did not declare; empty if there is another reason} */
    public Set<Feature> missingFeatures() {
        return missing == null ? Set.of() : missing;
    }

    /**
     * Returns the code of the JSON-RPC error with which the client answered, for instance -1 if its user rejected a
     * request for sampling.
     *
     * @return the code; empty if there is another reason
     */
    public OptionalInt errorCode() {
        return errorCode == null ? OptionalInt.empty() : OptionalInt.of(errorCode);
    }

    /**
     * Returns the error for the client. It lists the capabilities that the client must declare to repeat the request,
     * except in the legacy era, where capabilities cannot be added to a session, and if there is another reason.
     *
     * @param version the revision of the request
     * @return the error
     * @hidden
     */
    @Internal
    public JsonRpcError error(ProtocolVersion version) {
        return missingFeatures().isEmpty() || version.isLegacy()
                ? new JsonRpcError(JsonRpcError.INTERNAL_ERROR, getMessage())
                : McpProtocolException.missingClientCapability(
                                getMessage(), ClientCapabilities.declaration(missingFeatures()))
                        .error();
    }
}
