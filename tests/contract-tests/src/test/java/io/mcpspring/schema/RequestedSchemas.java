package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.ProtocolSchemas;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/** The published schemas of forms, made strict: unknown members are invalid. */
final class RequestedSchemas {

    private static final Map<ProtocolVersion, Schema> COMPILED = new ConcurrentHashMap<>();

    private RequestedSchemas() {}

    static void check(ProtocolVersion version, JsonNode requestedSchema) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("message", "Please");
        params.set("requestedSchema", requestedSchema);
        Schema schema = COMPILED.computeIfAbsent(version, RequestedSchemas::compile);
        assertThat(schema.validate(params))
                .as("Form of %s: %s", version, requestedSchema)
                .isEmpty();
    }

    private static Schema compile(ProtocolVersion version) {
        boolean first = version == ProtocolVersion.V2025_06_18;
        ObjectNode document = read(version);
        String definitions = first ? "definitions" : "$defs";
        document.get(definitions).forEachEntry((name, definition) -> {
            if (name.endsWith("Schema")) {
                close(definition);
            }
        });
        String params = first ? "/definitions/ElicitRequest/properties/params" : "/$defs/ElicitRequestFormParams";
        close(document.at(params + "/properties/requestedSchema"));
        SpecificationVersion dialect = first ? SpecificationVersion.DRAFT_7 : SpecificationVersion.DRAFT_2020_12;
        return SchemaRegistry.withDefaultDialect(dialect).getSchema(document.put("$ref", "#" + params));
    }

    private static void close(JsonNode definition) {
        if (definition.path("properties") instanceof ObjectNode properties) {
            ((ObjectNode) definition).putIfAbsent("additionalProperties", BooleanNode.FALSE);
            properties.forEach(RequestedSchemas::close);
        }
        if (definition.has("items")) {
            close(definition.get("items"));
        }
    }

    private static ObjectNode read(ProtocolVersion version) {
        try (InputStream in = ProtocolSchemas.class.getResourceAsStream("schema/" + version + ".json")) {
            return (ObjectNode) JsonMapper.shared().readTree(in);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
