package io.mcpspring.session;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.seal.CanonicalJson;
import io.mcpspring.seal.Sealer;
import io.mcpspring.validation.Quoted;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ConcurrentLruCache;
import tools.jackson.core.JacksonException;

/**
 * Session ids: encrypted tokens that contain the session. Keeps the decrypted contents of those that were used most
 * recently, so that an id is not decrypted for every request of its session.
 */
final class SessionTokens {

    static final int MAX_REMEMBERED = 2_000;

    private static final String PURPOSE = "session";

    private static final int KEY_BYTES = 16;

    private static final int USER_HASH_BYTES = 16;

    /** An id must fit into a header; therefore names are truncated, and only a known extension is kept. */
    private static final int MAX_NAME_CHARACTERS = 40;

    private static final String UI = "io.modelcontextprotocol/ui";

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /** The content of an id, written as an array, which is shorter. A release that changes it changes the purpose. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    private record Stored(
            String key,
            ProtocolVersion protocolVersion,
            @Nullable String clientName,
            @Nullable String clientVersion,
            boolean ui,
            long openedAt,
            String userHash,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Set<Feature> features) {

        LegacySession read() {
            Implementation info =
                    clientName == null || clientVersion == null ? null : new Implementation(clientName, clientVersion);
            ClientCapabilities capabilities = new ClientCapabilities(features, ui ? Set.of(UI) : Set.of());
            LegacyClient client = new LegacyClient(protocolVersion, info, capabilities);
            return new LegacySession(key, client, Instant.ofEpochSecond(openedAt), userHash);
        }
    }

    private final SecureRandom random = new SecureRandom();

    final ConcurrentLruCache<String, LegacySession> remembered =
            new ConcurrentLruCache<>(MAX_REMEMBERED, this::decrypt);

    private final Sealer sealer;

    SessionTokens(Sealer sealer) {
        this.sealer = sealer;
    }

    LegacySession begin(LegacyClient client, @Nullable String user, Instant now) {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        return new LegacySession(ENCODER.encodeToString(key), client, now.truncatedTo(ChronoUnit.SECONDS), hash(user));
    }

    String id(LegacySession session) {
        LegacyClient client = session.client();
        Implementation info = client.info();
        Stored content = new Stored(
                session.key(),
                client.protocolVersion(),
                info == null ? null : Quoted.of(info.name(), MAX_NAME_CHARACTERS),
                info == null ? null : Quoted.of(info.version(), MAX_NAME_CHARACTERS),
                client.capabilities().extensions().contains(UI),
                session.openedAt().getEpochSecond(),
                session.userHash(),
                client.capabilities().features());
        return sealer.seal(PURPOSE, McpJson.writeValue(content));
    }

    /** Returns the session of an id; empty if the id is not valid. */
    Optional<LegacySession> read(String id) {
        try {
            return Optional.of(remembered.get(id));
        } catch (McpProtocolException | JacksonException invalid) {
            return Optional.empty();
        }
    }

    // Throws for an id that is not valid, so that it is not remembered: it would displace others.
    private LegacySession decrypt(String id) {
        byte[] content = sealer.open(PURPOSE, id)
                .orElseThrow(() -> McpProtocolException.invalidParams("The session id is not valid"));
        return McpJson.readValue(content, Stored.class).read();
    }

    static String hash(@Nullable String user) {
        if (user == null) {
            return "";
        }
        byte[] digest = CanonicalJson.sha256().digest(user.getBytes(StandardCharsets.UTF_8));
        return ENCODER.encodeToString(Arrays.copyOf(digest, USER_HASH_BYTES));
    }
}
