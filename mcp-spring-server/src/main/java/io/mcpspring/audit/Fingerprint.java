package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.seal.CanonicalJson;
import java.util.HexFormat;

/** Identifies the content of a definition. */
@Internal
public final class Fingerprint {

    private Fingerprint() {}

    /** Returns the SHA-256 hash of a definition as it is sent, in hexadecimal digits. */
    public static String of(JsonValue definition) {
        return HexFormat.of().formatHex(CanonicalJson.sha256().digest(definition.utf8()));
    }
}
