package io.mcpspring.autoconfigure;

import java.nio.charset.StandardCharsets;

/**
 * A secret from the configuration, which is never printed. Its length is checked later, because a conversion failure
 * would print it.
 */
record Secret(String value) {

    private static final int MIN_BYTES = 32;

    // Spring converts text by a public constructor.
    public Secret {}

    boolean isLongEnough() {
        return this.value.getBytes(StandardCharsets.UTF_8).length >= MIN_BYTES;
    }

    @Override
    public String toString() {
        return "******";
    }
}
