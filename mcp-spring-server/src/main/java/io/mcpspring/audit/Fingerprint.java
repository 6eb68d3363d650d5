package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonValue;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Identifies the content of a definition. */
@Internal
public final class Fingerprint {

    private Fingerprint() {}

    /** Returns the SHA-256 hash of a definition as it is sent, in hexadecimal digits. */
    public static String of(JsonValue definition) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(definition.utf8()));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("Every Java platform has SHA-256", ex);
        }
    }
}
