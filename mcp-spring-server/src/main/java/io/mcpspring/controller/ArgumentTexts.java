package io.mcpspring.controller;

import io.mcpspring.method.BoundMethod;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Problem;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.util.ObjectUtils;

/** Writes values as the texts that the web framework reads as the same values. */
record ArgumentTexts(ConversionService conversion) {

    private static final TypeDescriptor STRING = TypeDescriptor.valueOf(String.class);

    /** Whether values of a type are one text, or several. */
    static boolean areTexts(TypeDescriptor type) {
        TypeDescriptor element = type.getElementTypeDescriptor();
        return BeanUtils.isSimpleValueType((element == null ? type : element).getObjectType());
    }

    /** Returns the type that a client sends: text in place of a type that only a converter of the application reads. */
    TypeDescriptor sent(TypeDescriptor type) {
        TypeDescriptor element = type.getElementTypeDescriptor();
        if (element != null && isConverted(element)) {
            return TypeDescriptor.collection(List.class, STRING);
        }
        return areTexts(type) && !isConverted(type) ? type : STRING;
    }

    /** Whether the application reads the constants of an enum from other texts than its own converter writes. */
    private boolean isConverted(TypeDescriptor type) {
        Object[] constants = type.getObjectType().getEnumConstants();
        return constants != null && Stream.of(constants).anyMatch(each -> !each.equals(read(text(each, type), type)));
    }

    /** Reads the text of a default value; {@code null} if that is not possible. */
    @Nullable
    Object read(String text, TypeDescriptor type) {
        try {
            return conversion.convert(text, STRING, type);
        } catch (ConversionException unreadable) {
            return null;
        }
    }

    /**
     * Returns the text of a value. Its own format is preferred, which depends on no language; others lose a part of
     * some values.
     */
    String text(Object value, TypeDescriptor type) {
        String own = value.toString();
        return value.equals(read(own, type)) ? own : String.valueOf(conversion.convert(value, type, STRING));
    }

    /**
     * Writes a value as parameters.
     *
     * @param name the name of the parameter, or of the property
     * @param out receives names and texts
     */
    void write(String name, @Nullable Object given, TypeDescriptor type, BiConsumer<String, String> out) {
        Object value = BoundMethod.unwrapped(given);
        if (value == null) {
            return;
        }
        if (BeanUtils.isSimpleValueType(value.getClass())) {
            out.accept(name, text(value, type));
        } else if (value instanceof Collection<?> || value.getClass().isArray()) {
            List<?> elements = value instanceof Collection<?> collection
                    ? collection.stream().filter(Objects::nonNull).toList()
                    : Arrays.asList(ObjectUtils.toObjectArray(value));
            writeElements(name, elements, type.getElementTypeDescriptor(), out);
        } else if (value instanceof Map<?, ?> map) {
            TypeDescriptor element = Objects.requireNonNullElse(type.getMapValueTypeDescriptor(), STRING);
            map.forEach((key, entry) -> write(name + "[" + key + "]", entry, element, out));
        } else {
            ModelProperties.of(value.getClass())
                    .forEach((property, declared) ->
                            write(name + "." + property, ModelProperties.value(value, property), declared, out));
        }
    }

    /** @param declared the type of the elements; {@code null} if the value is not read as elements, but text by text */
    private void writeElements(
            String name, List<?> elements, @Nullable TypeDescriptor declared, BiConsumer<String, String> out) {
        TypeDescriptor type = declared == null ? STRING : declared;
        if (!areTexts(type)) {
            for (int i = 0; i < elements.size(); i++) {
                write(name + "[" + i + "]", elements.get(i), type, out);
            }
            return;
        }
        List<String> texts =
                elements.stream().map(element -> text(element, type)).toList();
        boolean split =
                texts.size() == 1 && (texts.get(0).contains(",") || texts.get(0).isEmpty());
        if (split && declared != null) {
            throw new InvalidArgumentsException(
                    List.of(new Problem(name, "must not be a single element that is empty or contains a comma")));
        }
        (texts.isEmpty() ? List.of("") : texts).forEach(text -> out.accept(name, text));
    }
}
