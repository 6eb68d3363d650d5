package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The metadata of the properties, which the build generates for editors. */
public final class Metadata {

    private static final String LOCATION = "/META-INF/spring-configuration-metadata.json";

    private static final JsonNode JSON = read();

    private Metadata() {}

    /** Returns all properties, sorted by name. */
    static List<JsonNode> properties() {
        return entries("properties");
    }

    /** Returns the names of all properties. */
    public static List<String> names() {
        return properties().stream()
                .map(property -> property.path("name").stringValue())
                .toList();
    }

    /**
     * Returns the entries of a kind: groups, properties or hints. Spring Boot adds its own for the Actuator endpoint.
     */
    public static List<JsonNode> entries(String kind) {
        List<JsonNode> entries = new ArrayList<>();
        JSON.path(kind).forEach(entries::add);
        entries.removeIf(entry -> entry.path("name").stringValue().startsWith("management."));
        return entries;
    }

    /** Returns the entry of a kind with this name. */
    public static JsonNode entry(String kind, String name) {
        return entries(kind).stream()
                .filter(entry -> entry.path("name").stringValue().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("No " + kind + " entry for " + name));
    }

    private static JsonNode read() {
        try (InputStream metadata = McpTool.class.getResourceAsStream(LOCATION)) {
            assertThat(metadata).as(LOCATION + " beside the classes").isNotNull();
            return JsonMapper.shared().readTree(metadata);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
