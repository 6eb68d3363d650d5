package io.mcpspring.schema;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.validation.DeclarationException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Lets Jackson read properties as {@code @McpToolParam} says on the parameters of constructors, factory methods and
 * setters, and so on the components of records.
 */
@Internal
public final class NestedArguments extends NopAnnotationIntrospector {

    private final transient UnaryOperator<String> placeholders;

    private NestedArguments(UnaryOperator<String> placeholders) {
        this.placeholders = placeholders;
    }

    /** Returns a mapper that reads the annotations, too; {@code placeholders} resolves <code>${...}</code> in them. */
    public static JsonMapper on(JsonMapper mapper, UnaryOperator<String> placeholders) {
        return mapper.rebuild()
                .addModule(new SimpleModule(NestedArguments.class.getName()) {
                    @Override
                    public void setupModule(SetupContext context) {
                        context.insertAnnotationIntrospector(new NestedArguments(placeholders));
                    }
                })
                .build();
    }

    /**
     * Returns a property as its annotation describes it; {@code null} if it has none.
     *
     * @throws DeclarationException if the annotation has attributes that have no effect there
     */
    static @Nullable ToolArgument find(SettableBeanProperty property, JavaType owner, MapperConfig<?> config) {
        ToolArgument argument = config.getAnnotationIntrospector().allIntrospectors().stream()
                .filter(NestedArguments.class::isInstance)
                .findFirst()
                .map(found -> ((NestedArguments) found).argument(property.getMember(), property.getName()))
                .orElse(null);
        if (argument != null
                && (argument.header() != null || argument.defaultValue() != null && !property.isCreatorProperty())) {
            throw new DeclarationException(
                    "@McpToolParam of property '%s' of %s has a header, or a defaultValue on a setter"
                            .formatted(property.getName(), owner.getRawClass().getSimpleName()),
                    "Repeat a parameter of the method in the header, and give fields initial values");
        }
        return argument;
    }

    private @Nullable ToolArgument argument(@Nullable Annotated member, String name) {
        MethodParameter parameter = Member.parameter(member);
        return parameter != null
                        && MergedAnnotations.from(parameter.getParameterAnnotations())
                                .isPresent(McpToolParam.class)
                ? ToolArgument.of(parameter, name, placeholders)
                : null;
    }

    @Override
    public @Nullable PropertyName findNameForDeserialization(MapperConfig<?> config, Annotated member) {
        ToolArgument argument = argument(member, "");
        return argument == null || argument.name().isEmpty() ? null : PropertyName.construct(argument.name());
    }

    @Override
    public @Nullable String findPropertyDescription(MapperConfig<?> config, Annotated member) {
        ToolArgument argument = argument(member, "");
        return argument == null ? null : argument.description();
    }
}
