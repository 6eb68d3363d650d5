package io.mcpspring.autoconfigure;

import org.springframework.core.convert.converter.Converter;

/** Converts secrets without a check. They are checked later, because a conversion failure would print them. */
final class SecretConverter implements Converter<String, Secret> {

    @Override
    public Secret convert(String value) {
        return new Secret(value);
    }
}
