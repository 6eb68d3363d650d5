package io.mcpspring.autoconfigure;

import io.mcpspring.protocol.ProtocolVersion;
import java.util.Arrays;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.core.convert.converter.Converter;

/** Converts the date of a revision, such as {@code 2025-11-25}. */
@ConfigurationPropertiesBinding
final class RevisionConverter implements Converter<String, ProtocolVersion> {

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
