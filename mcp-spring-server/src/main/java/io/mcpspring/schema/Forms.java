package io.mcpspring.schema;

import io.mcpspring.Internal;
import io.mcpspring.validation.DeclarationException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes the forms by which a tool asks the user; safe for concurrent use. */
@Internal
public final class Forms {

    private final JsonMapper mapper;
    private final ReadSchemas schemas;
    private final Map<Class<?>, Form<?>> known = new ConcurrentHashMap<>();

    /**
     * Forms for one application.
     *
     * @param mapper the application's mapper, which names the properties and reads the answers
     */
    public Forms(JsonMapper mapper, List<McpSchemaCustomizer> customizers) {
        this.mapper = JsonSchemas.described(mapper);
        this.schemas = new ReadSchemas(this.mapper, new Keywords(Keywords.Remarks.FORMS, customizers), false);
    }

    /**
     * Returns the form of a record or a bean, which is created once for each type. Its properties are text, numbers,
     * booleans, dates, enums, and lists or sets of enums.
     *
     * <p>Titles, descriptions, limits and default values come from the annotations of the properties; titles of choices
     * from Swagger's {@code @Schema(title = ...)}, else {@code @JsonPropertyDescription}, on the enum's constants. A
     * constraint that no form can express, such as a pattern, is neither shown nor checked.
     *
     * @throws IllegalArgumentException if the type cannot be a form; the message names property and cure
     */
    @SuppressWarnings("unchecked")
    public <T> Form<T> of(Class<T> type) {
        return (Form<T>) known.computeIfAbsent(type, this::form);
    }

    private Form<?> form(Class<?> type) {
        try {
            JavaType javaType = mapper.constructType(type);
            ObjectNode schema = FormSchema.of(schemas.generate(javaType, TypeUse.UNKNOWN));
            ObjectNode titled = FormSchema.titled(schema);
            return new Form<Object>(
                    version -> version.hasElicitationModes() ? titled : FormSchema.older(schema),
                    schema,
                    // Only a fraction of zero fits the schema of a whole number.
                    mapper.readerFor(javaType).with(DeserializationFeature.ACCEPT_FLOAT_AS_INT)::readValue);
        } catch (DeclarationException ex) {
            throw refused(type, ex.reason(), ex.cure(), ex);
        } catch (JacksonException | IllegalArgumentException | StackOverflowError ex) {
            throw refused(type, "It cannot be read from JSON", FormSchema.CURE, ex);
        }
    }

    private static IllegalArgumentException refused(Class<?> type, String reason, String cure, Throwable cause) {
        return new IllegalArgumentException(
                "%s cannot be a form. %s. %s.".formatted(type.getName(), reason, cure), cause);
    }
}
