package io.mcpspring.session;

import io.mcpspring.seal.Sealer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Session ids: encrypted tokens that contain the session. */
final class SessionTokens {

    private static final String PURPOSE = "session";

    private final SecureRandom random = new SecureRandom();

    private final Sealer sealer;

    SessionTokens(Sealer sealer) {
        this.sealer = sealer;
    }

    String create(LegacyClient client, @Nullable String user, Instant now) {
        byte[] nonce = new byte[SessionData.NONCE_BYTES];
        random.nextBytes(nonce);
        Instant openedAt = now.truncatedTo(ChronoUnit.SECONDS);
        return sealer.seal(PURPOSE, new SessionData(nonce, client, hash(user), openedAt).toBytes());
    }

    /** Returns the content of a session id; empty if it is not valid. */
    Optional<SessionData> read(String id) {
        return sealer.open(PURPOSE, id).flatMap(SessionData::of);
    }

    static boolean isOf(@Nullable String user, SessionData data) {
        return Arrays.equals(data.userHash(), hash(user));
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
