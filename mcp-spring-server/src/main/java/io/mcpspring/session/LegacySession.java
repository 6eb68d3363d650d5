package io.mcpspring.session;

import io.mcpspring.Internal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A legacy session. The session id contains all of these values.
 *
 * @param key identifies the session
 * @param client the client, its name and version cut to 40 characters after its first request
 * @param openedAt when the session began, in whole seconds
 * @param userHash a hash of the only user who may use the session; empty if there is none
 */
@Internal
public record LegacySession(String key, LegacyClient client, Instant openedAt, String userHash) {

    boolean isOf(@Nullable String user) {
        return userHash.equals(SessionTokens.hash(user));
    }
}
