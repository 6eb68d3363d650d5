package io.mcpspring.schema;

import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;

/**
 * Changes how JSON Schemas are generated from Java types. Beans of this type are applied in their order, once each for
 * input schemas, output schemas and forms, before the configuration of the server itself. The first resolver that
 * returns a value determines a keyword: those of a customizer take precedence over annotations. The overrides of a
 * customizer are applied before those of the server, which add what resolvers cannot express, such as examples.
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
