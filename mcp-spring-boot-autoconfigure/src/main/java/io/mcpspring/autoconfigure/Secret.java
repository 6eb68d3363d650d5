package io.mcpspring.autoconfigure;

import io.mcpspring.seal.Sealer;

/**
 * A secret from the configuration, which is never printed. Its length is checked later, because a conversion failure
 * would print it.
 */
record Secret(String value) {

    // Spring converts text by a public constructor.
    public Secret {}

    boolean isLongEnough() {
        return Sealer.isLongEnough(value);
    }

    @Override
    public String toString() {
        return "******";
    }
}
