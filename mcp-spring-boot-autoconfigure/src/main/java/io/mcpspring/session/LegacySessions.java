package io.mcpspring.session;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.Sealer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens, recognises and ends legacy sessions. Nothing is stored for one: its id is a token that only this server, or
 * another with the same secret, can make and read.
 */
public final class LegacySessions {

    private static final String PURPOSE = "session";

    private static final int MAX_ENDED = 10_000;

    private final SecureRandom random = new SecureRandom();

    private final EndedSessions ended = new EndedSessions(MAX_ENDED);

    private final Sealer sealer;

    private final Duration maxAge;

    private final InstantSource clock;

    /**
     * @param maxAge how long a session id is valid
     */
    public LegacySessions(Sealer sealer, Duration maxAge, InstantSource clock) {
        this.sealer = sealer;
        this.maxAge = maxAge;
        this.clock = clock;
    }

    /**
     * Begins a session.
     *
     * @param user the authenticated user, the only one who may use the session; {@code null} if there is none
     * @return the session id, visible ASCII of at most 512 characters
     */
    public String open(ProtocolVersion version, @Nullable Implementation client, ClientCapabilities capabilities,
            @Nullable String user) {
        byte[] nonce = new byte[SessionData.NONCE_BYTES];
        random.nextBytes(nonce);
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        return sealer.seal(PURPOSE,
                new SessionData(nonce, version, capabilities, client, hash(user), now).toBytes());
    }

    /** The session of an id, unless it is not ours, has expired, was ended, or belongs to somebody else. */
    public Optional<LegacySession> find(String id, @Nullable String user) {
        return sealer.open(PURPOSE, id).flatMap(SessionData::of)
                .filter(data -> Arrays.equals(data.userHash(), hash(user)))
                .map(SessionData::session)
                .filter(session -> clock.instant().isBefore(expiry(session)))
                .filter(session -> !this.ended.contains(session.key()));
    }

    /** Ends a session before its time. */
    public void end(LegacySession session) {
        ended.add(session.key(), expiry(session), clock.instant());
    }

    private Instant expiry(LegacySession session) {
        return session.openedAt().plus(maxAge);
    }

    private static byte[] hash(@Nullable String user) {
        if (user == null) {
            return new byte[SessionData.USER_HASH_BYTES];
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(user.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(digest, SessionData.USER_HASH_BYTES);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("SHA-256 is not available", ex);
        }
    }
}
