package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange.RunRequiresInput;
import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.UrlElicitation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.util.Assert;

/**
 * The request cannot be served before the user has visited web pages, for instance to sign in to another service.
 * Thrown by a tool, prompt or resource. When the user is done, the client repeats its request, and the method runs
 * again.
 *
 * <p>A client of 2025-11-25 gets the error -32042 with the pages; {@link McpRequestContext#completeElicitation}
 * notifies it that the user is done. A modern client gets the pages as questions. In both cases the client must declare
 * {@code elicitation.url}; otherwise, and in the older revisions, the exception is handled like a
 * {@link McpClientCapabilityException}.
 */
public final class McpUrlElicitationRequiredException extends RuntimeException {

    private static final String MESSAGE = "The user must visit a web page first";

    private final transient List<UrlElicitation> elicitations;

    /**
     * Creates a failure.
     *
     * @param elicitations the web pages to visit
     * @throws IllegalArgumentException if there are none
     */
    public McpUrlElicitationRequiredException(UrlElicitation... elicitations) {
        this(List.of(elicitations));
    }

    /**
     * Creates a failure.
     *
     * @param elicitations the web pages to visit
     * @throws IllegalArgumentException if there are none
     */
    public McpUrlElicitationRequiredException(List<UrlElicitation> elicitations) {
        super(MESSAGE);
        Assert.notEmpty(elicitations, "At least one elicitation must be given");
        this.elicitations = List.copyOf(elicitations);
    }

    /** {@return the pages to visit} */
    public List<UrlElicitation> elicitations() {
        return elicitations;
    }

    /**
     * Returns the error for the client: -32042 with the pages, if its revision has this error.
     *
     * @param version the revision of the request
     * @return the error
     * @hidden
     */
    @Internal
    public JsonRpcError error(ProtocolVersion version) {
        return version.hasElicitationCompletion()
                ? new JsonRpcError(JsonRpcError.URL_ELICITATION_REQUIRED, MESSAGE, Map.of("elicitations", elicitations))
                : new JsonRpcError(JsonRpcError.INTERNAL_ERROR, MESSAGE);
    }

    /** Returns what ends the run in place of this exception, as the client of a request requires; may be itself. */
    RuntimeException in(Exchange exchange) {
        if (exchange.version().isModern()) {
            return new RunRequiresInput(InputRequired.of(elicitations.stream()
                    .map(page -> Question.elicitUrl(page.id(), page))
                    .toArray(Question<?>[]::new)));
        }
        if (!exchange.context().clientCapabilities().supports(Feature.ELICITATION_URL)) {
            return McpClientCapabilityException.notDeclared(Set.of(Feature.ELICITATION_URL));
        }
        return exchange.version().hasElicitationCompletion()
                ? this
                : new McpClientCapabilityException(
                        MESSAGE + ", and " + exchange.version() + " has no error that makes the client open it");
    }
}
