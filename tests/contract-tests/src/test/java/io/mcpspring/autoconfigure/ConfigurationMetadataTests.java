package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.documentation.Metadata;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.ProtocolVersion;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import tools.jackson.databind.JsonNode;

/** The metadata of the configuration, which editors use. */
class ConfigurationMetadataTests {

    /** A property as the record declares it. */
    record Property(String name, boolean hasDefault) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** The records to which Spring Boot converts text. */
    private static final Set<Class<?>> CONVERTED = Set.of(Secret.class, CallLimits.Rate.class);

    @Test
    void exactlyThePropertiesOfTheRecordsAreListed() {
        assertThat(new TreeSet<>(Metadata.names()))
                .hasSizeGreaterThan(25)
                .isEqualTo(new TreeSet<>(properties().map(Property::name).toList()));
    }

    @ParameterizedTest
    @MethodSource("properties")
    void everyPropertyHasADescriptionATypeAndItsDefault(Property property) {
        JsonNode entry = Metadata.entry("properties", property.name());
        assertThat(entry.path("description").stringValue(""))
                .hasSizeGreaterThan(10)
                .matches("(?s)[A-Z].*[^.]");
        assertThat(entry.path("type").stringValue("")).isNotEmpty();
        assertThat(entry.has("defaultValue")).isEqualTo(property.hasDefault());
    }

    @Test
    void everyGroupHasADescription() {
        assertThat(Metadata.entries("groups"))
                .filteredOn(group -> group.path("name").stringValue().startsWith("mcp.server"))
                .hasSizeGreaterThan(10)
                .allMatch(group -> !group.path("description").stringValue("").isEmpty());
    }

    @Test
    void theRevisionsAreSuggested() {
        List<String> values = new ArrayList<>();
        Metadata.entry("hints", "mcp.server.protocol-versions")
                .path("values")
                .forEach(value -> values.add(value.path("value").stringValue()));
        assertThat(values)
                .containsExactlyInAnyOrderElementsOf(Stream.of(ProtocolVersion.values())
                        .map(ProtocolVersion::value)
                        .toList());
    }

    @Test
    void everyHintIsForAPropertyThatExists() {
        Metadata.entries("hints")
                .forEach(hint -> assertThat(properties().map(Property::name))
                        .contains(hint.path("name").stringValue()));
    }

    static Stream<Property> properties() {
        return properties("mcp.server", McpServerProperties.class);
    }

    private static Stream<Property> properties(String prefix, Class<?> type) {
        return Stream.of(type.getRecordComponents()).flatMap(component -> {
            String name = prefix + "." + kebab(component.getName());
            return isGroup(component)
                    ? properties(name, component.getType())
                    : Stream.of(new Property(name, hasDefault(type, component)));
        });
    }

    private static boolean isGroup(RecordComponent component) {
        return component.getType().isRecord() && !CONVERTED.contains(component.getType());
    }

    private static boolean hasDefault(Class<?> type, RecordComponent component) {
        DefaultValue value = Stream.of(type.getDeclaredConstructors()[0].getParameters())
                .filter(parameter -> parameter.getName().equals(component.getName()))
                .findFirst()
                .map(parameter -> parameter.getAnnotation(DefaultValue.class))
                .orElse(null);
        return value != null && value.value().length > 0;
    }

    private static String kebab(String name) {
        StringBuilder kebab = new StringBuilder();
        name.chars()
                .forEach(character -> kebab.append(Character.isUpperCase(character) ? "-" : "")
                        .append((char) Character.toLowerCase(character)));
        return ConfigurationPropertyName.of(kebab).toString();
    }
}
