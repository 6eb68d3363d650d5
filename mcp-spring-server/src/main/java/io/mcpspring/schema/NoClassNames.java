package io.mcpspring.schema;

import io.mcpspring.validation.DeclarationException;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;

/** Refuses types whose values name their class in JSON: a client could then choose any class. */
final class NoClassNames extends PolymorphicTypeValidator.Base {

    @Override
    public Validity validateBaseType(DatabindContext context, JavaType type) {
        throw new DeclarationException(
                "Type %s cannot be read from JSON: the client would name the class of the value"
                        .formatted(type.getRawClass().getTypeName()),
                "Use @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) and @JsonSubTypes, which list the classes");
    }

    // Asked about the types that Jackson itself deduces.
    @Override
    public Validity validateSubType(DatabindContext context, JavaType base, JavaType type) {
        return Validity.ALLOWED;
    }
}
