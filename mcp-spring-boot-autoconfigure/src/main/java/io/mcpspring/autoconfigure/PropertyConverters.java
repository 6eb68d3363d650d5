package io.mcpspring.autoconfigure;

import io.mcpspring.protocol.ProtocolVersion;
import java.util.Arrays;
import org.springframework.core.convert.converter.Converter;

/** Converts properties. */
final class PropertyConverters {

    private PropertyConverters() {}

    /** Converts the date of a revision, such as {@code 2025-11-25}. */
    static final class ToRevision implements Converter<String, ProtocolVersion> {

        @Override
        public ProtocolVersion convert(String value) {
            String name = value.strip();
            return ProtocolVersion.of(name)
                    .filter(version -> version.value().equals(name))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "'" + value + "' is not a supported revision of the protocol; use one of "
                                    + Arrays.toString(ProtocolVersion.values())));
        }
    }

    /** Converts secrets without a check. They are checked later, because a conversion failure would print them. */
    static final class ToSecret implements Converter<String, Secret> {

        @Override
        public Secret convert(String value) {
            return new Secret(value);
        }
    }
}
