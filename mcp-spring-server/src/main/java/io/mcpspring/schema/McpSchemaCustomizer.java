package io.mcpspring.schema;

import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes the JSON Schemas that are generated from Java types. Beans of this type are called in their order, at the
 * start of the application: for the schema of each type with the annotations of its class, and then for the schema of
 * each property and parameter with the annotations there. What the server derives from the mapper and from annotations
 * is in the schema already.
 *
 * <p>Which properties a type has, and their names, follow the application's {@code JsonMapper} and cannot be changed
 * here. A schema that is not valid afterwards stops the start.
 */
@FunctionalInterface
public interface McpSchemaCustomizer {

    /**
     * Changes a schema.
     *
     * @param schema the schema, which has {@code $ref} alone where a type contains itself
     * @param target what it describes
     */
    void customize(ObjectNode schema, Target target);

    /**
     * What a schema describes.
     *
     * @param name the name of the property or parameter in JSON; {@code null} for a type
     * @param type the class of its values
     * @param annotations the annotations of the property, the parameter or the class
     */
    record Target(@Nullable String name, Class<?> type, MergedAnnotations annotations) {}
}
