package io.mcpspring.autoconfigure;

import java.nio.charset.StandardCharsets;
import org.springframework.core.convert.converter.Converter;

/** A secret from the configuration, which is never printed. */
record Secret(String value) {

    private static final int MIN_BYTES = 32;

    boolean isLongEnough() {
        return this.value.getBytes(StandardCharsets.UTF_8).length >= MIN_BYTES;
    }

    @Override
    public String toString() {
        return "******";
    }

    /** Converts secrets without a check. They are checked later, because a conversion failure would print them. */
    static final class FromText implements Converter<String, Secret> {

        @Override
        public Secret convert(String value) {
            return new Secret(value);
        }
    }
}
