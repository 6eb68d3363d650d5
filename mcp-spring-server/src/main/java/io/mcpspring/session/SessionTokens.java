package io.mcpspring.session;

import io.mcpspring.seal.CanonicalJson;
import io.mcpspring.seal.Sealer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ConcurrentLruCache;

/**
 * Session ids: encrypted tokens that contain the session. Keeps the decrypted contents of those that were used most
 * recently, so that an id is not decrypted for every request of its session.
 */
final class SessionTokens {

    static final int MAX_REMEMBERED = 2_000;

    private static final String PURPOSE = "session";

    private static final byte[] NO_USER = new byte[SessionData.USER_HASH_BYTES];

    private final SecureRandom random = new SecureRandom();

    final ConcurrentLruCache<String, SessionData> remembered = new ConcurrentLruCache<>(MAX_REMEMBERED, this::decrypt);

    private final Sealer sealer;

    SessionTokens(Sealer sealer) {
        this.sealer = sealer;
    }

    LegacySession begin(LegacyClient client, Instant now) {
        byte[] key = new byte[SessionData.KEY_BYTES];
        random.nextBytes(key);
        return new LegacySession(HexFormat.of().formatHex(key), client, now.truncatedTo(ChronoUnit.SECONDS));
    }

    String id(LegacySession session, @Nullable String user) {
        return sealer.seal(PURPOSE, new SessionData(session, hash(user)).toBytes());
    }

    /** Returns the content of a session id; empty if it is not valid. */
    Optional<SessionData> read(String id) {
        try {
            return Optional.of(remembered.get(id));
        } catch (InvalidId invalid) {
            return Optional.empty();
        }
    }

    // Throws for an id that is not valid, so that it is not remembered: it would displace others.
    private SessionData decrypt(String id) {
        return sealer.open(PURPOSE, id).flatMap(SessionData::of).orElseThrow(InvalidId::new);
    }

    static boolean isOf(@Nullable String user, SessionData data) {
        return Arrays.equals(data.userHash(), hash(user));
    }

    private static byte[] hash(@Nullable String user) {
        if (user == null) {
            return NO_USER;
        }
        byte[] digest = CanonicalJson.sha256().digest(user.getBytes(StandardCharsets.UTF_8));
        return Arrays.copyOf(digest, SessionData.USER_HASH_BYTES);
    }

    /** Without a stack trace, because clients may send any number of such ids. */
    private static final class InvalidId extends RuntimeException {

        private static final long serialVersionUID = 1L;

        InvalidId() {
            super(null, null, false, false);
        }
    }
}
