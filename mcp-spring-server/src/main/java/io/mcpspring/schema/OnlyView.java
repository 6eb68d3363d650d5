package io.mcpspring.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;

/** Removes the properties of other views, so that they are neither written nor described. */
final class OnlyView extends ValueSerializerModifier {

    private final Class<?> active;

    OnlyView(Class<?> active) {
        this.active = active;
    }

    @Override
    public List<BeanPropertyWriter> changeProperties(
            SerializationConfig config, BeanDescription.Supplier description, List<BeanPropertyWriter> properties) {
        return properties.stream()
                .filter(property -> property.getViews() == null
                        ? config.isEnabled(MapperFeature.DEFAULT_VIEW_INCLUSION)
                        : Stream.of(property.getViews()).anyMatch(view -> view.isAssignableFrom(active)))
                .collect(Collectors.toCollection(ArrayList::new));
    }
}
