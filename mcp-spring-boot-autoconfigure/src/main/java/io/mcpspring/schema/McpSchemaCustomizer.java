package io.mcpspring.schema;

import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;

/**
 * Changes how JSON Schemas are generated from Java types. Beans of this type are applied in their order, once each for
 * input schemas, output schemas and forms, after everything the server configures itself.
 *
 * <p>Which properties a type has, and their names, follow the application's {@code JsonMapper} and cannot be changed
 * here; their descriptions and constraints can.
 */
@FunctionalInterface
public interface McpSchemaCustomizer {

    /**
     * Changes the configuration of a schema generator.
     *
     * @param builder the configuration
     */
    void customize(SchemaGeneratorConfigBuilder builder);
}
