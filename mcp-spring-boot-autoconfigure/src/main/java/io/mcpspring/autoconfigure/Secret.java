package io.mcpspring.autoconfigure;

import java.nio.charset.StandardCharsets;
import org.springframework.util.Assert;

/** A secret from the configuration, which is never printed. */
record Secret(String value) {

    private static final int MIN_BYTES = 32;

    Secret {
        Assert.isTrue(value.getBytes(StandardCharsets.UTF_8).length >= MIN_BYTES,
                "mcp.server.secret and mcp.server.previous-secrets need at least " + MIN_BYTES + " bytes each");
    }

    @Override
    public String toString() {
        return "******";
    }
}
