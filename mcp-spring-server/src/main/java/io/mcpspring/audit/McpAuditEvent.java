package io.mcpspring.audit;

import io.mcpspring.exchange.CallContext.User;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Something that operators want to know about the use of the server. Published as a Spring application event:
 *
 * <pre>{@code
 * @EventListener
 * void on(McpAuditEvent.Call call) { ... }
 * }</pre>
 *
 * <p>Events are published one after the other, on a thread of their own, so that listeners may block and never delay a
 * request. At most 10,000 events wait for their listeners; further ones are lost, which is logged. An exception of a
 * listener is logged. The records may get further components in later releases: applications should not use their
 * constructors or record patterns.
 */
public sealed interface McpAuditEvent {

    /** {@return when the call began, the request was refused, or the change was noticed} */
    Instant time();

    /**
     * The sender of a request.
     *
     * @param name the name of the authenticated principal, for an access token without a user that of its client;
     *     {@code null} for an anonymous request
     * @param issuer the issuer of the principal's access token; {@code null} if there is none
     * @param address the IP address of the client, as far as the configuration of forwarded headers supplies it;
     *     {@code null} if it is unknown
     */
    record Caller(
            @Nullable String name,
            @Nullable String issuer,
            @Nullable String address) {

        static Caller of(@Nullable User user, @Nullable InetSocketAddress address) {
            String host = address == null ? null : address.getHostString();
            return user == null ? new Caller(null, null, host) : new Caller(user.name(), user.issuer(), host);
        }
    }

    /** How a call ended. Later releases may add constants. */
    enum Outcome {

        /** The call has a result. */
        SUCCEEDED,

        /** The result of the tool is an error, for the model. */
        TOOL_ERROR,

        /** The client got a JSON-RPC error. */
        PROTOCOL_ERROR,

        /**
         * A limit was exceeded, the server was busy, the code of the entry denied the caller access, or the user did
         * not confirm the call.
         */
        REFUSED,

        /** The client has to answer a question first, and then calls again. */
        ASKED,

        /** The client cancelled the call or disconnected, or the server was shut down. */
        CANCELLED
    }

    /**
     * A tool, prompt, resource or completion was used. Requests for entries that do not exist are not calls.
     *
     * @param time when the call began
     * @param caller the sender
     * @param client the client's statement about itself; {@code null} if there is none
     * @param protocolVersion the revision of the protocol
     * @param kind the kind of the entry
     * @param name the name of the tool or prompt, or the URI of the resource; for a completion that to which the
     *     argument belongs
     * @param outcome how the call ended
     * @param duration how long the call took
     * @param requestSize the size of the HTTP body in bytes, which the messages of a batch share; {@code null} for
     *     calls that did not arrive by HTTP
     * @param resultSize the size of the result in bytes: of a tool's text and structured content the larger one, and
     *     binary content before it is encoded; {@code null} if there is no result
     * @param traceId the id of the trace to which the call belongs; {@code null} if there is none
     * @param errorCode the code of the JSON-RPC error; {@code null} if there is none
     * @param errorId the id under which an unexpected failure was logged; {@code null} if there is none
     * @param arguments the part of the arguments that a {@link McpArgumentRedaction} or
     *     {@code mcp.server.audit.arguments} allows; {@code null} by default
     */
    record Call(
            Instant time,
            Caller caller,
            @Nullable Implementation client,
            ProtocolVersion protocolVersion,
            McpInvocation.Kind kind,
            String name,
            Outcome outcome,
            Duration duration,
            @Nullable Long requestSize,
            @Nullable Long resultSize,
            @Nullable String traceId,
            @Nullable Integer errorCode,
            @Nullable String errorId,
            @Nullable JsonNode arguments)
            implements McpAuditEvent {}

    /**
     * A request was refused for the security of the server. At most 20 events in 10 seconds are published for each
     * reason.
     *
     * @param time when the request was refused
     * @param caller the sender
     * @param reason {@code origin}, {@code host}, {@code session} (of another user), {@code state} (forged, expired, or
     *     of another request or user), {@code token} (not valid), {@code access} (to an entry) or {@code limit}; later
     *     releases may add reasons
     * @param detail the reason in words
     * @param suppressed the number of refusals for this reason since the event before that were not published
     */
    record Refusal(Instant time, Caller caller, String reason, String detail, long suppressed)
            implements McpAuditEvent {}

    /**
     * The definitions of tools, prompts, resources or resource templates are those of the start, or have changed. A
     * definition is identified by its kind and its name or URI, such as {@code tool add}, and its content by a
     * fingerprint: the SHA-256, in hexadecimal form, of the definition as clients of the newest revision see it.
     *
     * @param time when the definitions were read
     * @param initial whether these are the definitions of the start
     * @param fingerprints the fingerprints of all definitions, sorted
     * @param changes the definitions that are new, different or gone; at the start all of them are new
     */
    record Definitions(Instant time, boolean initial, Map<String, String> fingerprints, List<Change> changes)
            implements McpAuditEvent {}

    /**
     * A change of a definition.
     *
     * @param definition the kind and the name or URI
     * @param before the fingerprint before; {@code null} for a new definition
     * @param after the fingerprint now; {@code null} for a removed definition
     */
    record Change(
            String definition,
            @Nullable String before,
            @Nullable String after) {}
}
