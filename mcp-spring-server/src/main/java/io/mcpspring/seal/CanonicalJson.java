package io.mcpspring.seal;

import io.mcpspring.Internal;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.util.function.ThrowingSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A digest of JSON that depends neither on the order of members nor on the notation of numbers. */
@Internal
public final class CanonicalJson {

    private CanonicalJson() {}

    public static String digest(JsonNode json) {
        byte[] canonical = JsonMapper.shared().writeValueAsBytes(canonical(json));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256().digest(canonical));
    }

    private static Object canonical(JsonNode json) {
        if (json.isObject()) {
            Map<String, Object> sorted = new TreeMap<>();
            json.forEachEntry((name, value) -> sorted.put(name, canonical(value)));
            return sorted;
        }
        if (json.isArray()) {
            return json.valueStream().map(CanonicalJson::canonical).toList();
        }
        return json.isNumber() ? json.decimalValue().stripTrailingZeros() : json;
    }

    /** Returns the algorithm SHA-256, which every Java platform has. */
    public static MessageDigest sha256() {
        return ThrowingSupplier.of(() -> MessageDigest.getInstance("SHA-256")).get();
    }
}
