package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The context of a request besides its message, built by its era.
 *
 * @param protocolVersion the revision that the request is served by
 * @param clientInfo the client, if it sent its name and version
 * @param clientCapabilities the capabilities that the client declared
 * @param meta the request's {@code _meta}, which need not be an object; a missing node if it has none
 * @param headers the headers that repeat parts of the body
 * @param user the authenticated user, if there is one
 * @param channel the way to the client before the response
 * @param attributes what the transport adds, by type
 */
@Internal
public record CallContext(
        ProtocolVersion protocolVersion,
        @Nullable Implementation clientInfo,
        ClientCapabilities clientCapabilities,
        JsonNode meta,
        MirroredHeaders headers,
        @Nullable User user,
        ClientChannel channel,
        Attributes attributes) {

    /** Returns the {@code _meta} of the request for the application. */
    public McpMeta mcpMeta() {
        return new McpMeta(meta.isObject() ? meta : JsonNodeFactory.instance.objectNode());
    }

    /** Returns the id of the user; {@code null} if there is none. */
    public @Nullable String userId() {
        return User.id(user);
    }

    /** Returns the same context with a further attribute. */
    public <T> CallContext with(Class<T> type, T attribute) {
        Attributes all = attributes.with(type, attribute);
        return new CallContext(protocolVersion, clientInfo, clientCapabilities, meta, headers, user, channel, all);
    }

    /** What the transport added under this type; {@code null} if it did not. */
    public <T> @Nullable T attribute(Class<T> type) {
        return attributes.get(type);
    }

    /** Returns the details that an observation of the request reads; new ones if the request is not observed. */
    public RequestDetails details() {
        return Objects.requireNonNullElseGet(attribute(RequestDetails.class), RequestDetails::new);
    }

    /** The memory that the request takes. */
    public RequestMemory memory() {
        return Objects.requireNonNullElse(attribute(RequestMemory.class), RequestMemory.UNCOUNTED);
    }

    /**
     * An authenticated user, to whom sessions, tasks and sealed states belong.
     *
     * @param issuer who has issued the token; {@code null} if there is no token, or if it does not name its issuer
     * @param name the name of the user, or of the client if the token is without a user
     * @param client whether the name is that of a client, which is never the user of the same name
     */
    public record User(@Nullable String issuer, String name, boolean client) {

        /**
         * Returns the id of the user: the name, after the issuer and {@code |} if there is one; in both, {@code %} and
         * {@code |} are percent-encoded. Different users have different ids.
         */
        public String id() {
            String own = client ? "|" + escaped(name) : escaped(name);
            return issuer == null ? own : escaped(issuer) + "|" + own;
        }

        /** Returns the id of a user; {@code null} if there is none. */
        public static @Nullable String id(@Nullable User user) {
            return user == null ? null : user.id();
        }

        private static String escaped(String text) {
            return text.replace("%", "%25").replace("|", "%7C");
        }
    }

    /**
     * Objects of a request, each under a type. Immutable; a list, because requests have few of them and most calls need
     * none.
     *
     * @param type the type of the first one; {@code null} if there are none
     */
    public record Attributes(
            @Nullable Class<?> type,
            @Nullable Object attribute,
            @Nullable Attributes others) {

        /** No attributes. */
        public static final Attributes NONE = new Attributes(null, null, null);

        /** Returns these attributes and another one, which replaces one of the same type; none is added for null. */
        public <T> Attributes with(Class<T> type, @Nullable T attribute) {
            return attribute == null ? this : new Attributes(type, attribute, this);
        }

        /** Returns the attribute of exactly this type; {@code null} if there is none. */
        public <T> @Nullable T get(Class<T> type) {
            for (Attributes entry = this; entry != null; entry = entry.others) {
                if (entry.type == type) {
                    return type.cast(entry.attribute);
                }
            }
            return null;
        }
    }
}
