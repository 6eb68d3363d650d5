package io.mcpspring.autoconfigure;

import org.springframework.core.convert.converter.Converter;

/** Takes secrets as they are; they are checked later, since a failure here would print them. */
final class SecretConverter implements Converter<String, Secret> {

    @Override
    public Secret convert(String value) {
        return new Secret(value);
    }
}
