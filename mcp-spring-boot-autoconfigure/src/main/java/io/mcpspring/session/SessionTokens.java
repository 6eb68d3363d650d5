package io.mcpspring.session;

import io.mcpspring.seal.Sealer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Session ids: encrypted tokens that contain the session. Keeps the decrypted contents of those that were used most
 * recently, so that an id is not decrypted for every request of its session.
 */
final class SessionTokens {

    static final int MAX_REMEMBERED = 2_000;

    private static final String PURPOSE = "session";

    private static final byte[] NO_USER = new byte[SessionData.USER_HASH_BYTES];

    private final SecureRandom random = new SecureRandom();

    private final Map<String, SessionData> remembered = Collections.synchronizedMap(new LeastRecentlyUsed());

    private final Sealer sealer;

    SessionTokens(Sealer sealer) {
        this.sealer = sealer;
    }

    String create(LegacyClient client, @Nullable String user, Instant now) {
        byte[] key = new byte[SessionData.KEY_BYTES];
        random.nextBytes(key);
        LegacySession session =
                new LegacySession(HexFormat.of().formatHex(key), client, now.truncatedTo(ChronoUnit.SECONDS));
        return sealer.seal(PURPOSE, new SessionData(session, hash(user)).toBytes());
    }

    /** Returns the content of a session id; empty if it is not valid. */
    Optional<SessionData> read(String id) {
        SessionData known = remembered.get(id);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<SessionData> data = sealer.open(PURPOSE, id).flatMap(SessionData::of);
        // Ids that are not valid are not remembered, because they would displace others.
        data.ifPresent(content -> remembered.put(id, content));
        return data;
    }

    static boolean isOf(@Nullable String user, SessionData data) {
        return Arrays.equals(data.userHash(), hash(user));
    }

    private static byte[] hash(@Nullable String user) {
        if (user == null) {
            return NO_USER;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(user.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(digest, SessionData.USER_HASH_BYTES);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("SHA-256 is not available", ex);
        }
    }

    private static final class LeastRecentlyUsed extends LinkedHashMap<String, SessionData> {

        private static final long serialVersionUID = 1L;

        LeastRecentlyUsed() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SessionData> eldest) {
            return size() > MAX_REMEMBERED;
        }
    }
}
