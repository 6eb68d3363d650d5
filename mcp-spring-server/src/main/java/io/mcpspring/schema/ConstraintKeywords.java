package io.mcpspring.schema;

import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.PortableRegex;
import io.mcpspring.validation.SchemaTypes;
import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The keywords of Bean Validation's constraints, which are read by their names, because it may be absent. Constraints
 * that consist of others may override their attributes, which the validator alone knows: it checks these.
 */
final class ConstraintKeywords {

    /** Matches a string that contains at least one non-whitespace character. */
    private static final String NOT_BLANK = "\\S";

    private ConstraintKeywords() {}

    static boolean isNotNull(MergedAnnotations annotations) {
        return Stream.of("NotNull", "NotBlank", "NotEmpty").anyMatch(type -> has(annotations, type));
    }

    static boolean isNull(MergedAnnotations annotations) {
        return has(annotations, "Null");
    }

    static void add(MergedAnnotations annotations, JavaType type, ObjectNode schema, ObjectNode keywords) {
        switch (SchemaTypes.single(schema)) {
            case "string" -> {
                // Bytes and characters are one text.
                if (type.isTypeOrSubTypeOf(CharSequence.class)) {
                    addSize(annotations, "Length", keywords);
                    addPatterns(annotations, keywords);
                }
            }
            case "array" -> addSize(annotations, "Items", keywords);
            case "object" -> addSize(annotations, "Properties", keywords);
            case "integer", "number" -> addRange(annotations, schema, keywords);
            case "boolean" -> {
                if (has(annotations, "AssertTrue") || has(annotations, "AssertFalse")) {
                    keywords.put("const", has(annotations, "AssertTrue"));
                }
            }
            default -> {}
        }
    }

    private static void addSize(MergedAnnotations annotations, String of, ObjectNode keywords) {
        boolean filled = has(annotations, "NotEmpty") || has(annotations, "NotBlank");
        int least =
                all(annotations, "Size").mapToInt(size -> size.getInt("min")).reduce(filled ? 1 : 0, Math::max);
        int most = all(annotations, "Size").mapToInt(size -> size.getInt("max")).reduce(Integer.MAX_VALUE, Math::min);
        if (least > 0) {
            keywords.put("min" + of, least);
        }
        if (most < Integer.MAX_VALUE) {
            keywords.put("max" + of, most);
        }
    }

    private static void addPatterns(MergedAnnotations annotations, ObjectNode keywords) {
        if (has(annotations, "Email")) {
            keywords.put("format", "email");
        }
        Stream.concat(all(annotations, "Pattern"), all(annotations, "Email"))
                .filter(found -> found.hasNonDefaultValue("regexp") && !found.hasNonDefaultValue("flags"))
                .map(found -> found.getString("regexp"))
                .filter(PortableRegex::isPortable)
                .forEach(regexp -> addPattern(whole(regexp), keywords));
        if (has(annotations, "NotBlank")) {
            addPattern(NOT_BLANK, keywords);
        }
    }

    /** A schema has one pattern: further ones are schemas of their own. */
    private static void addPattern(String pattern, ObjectNode keywords) {
        ObjectNode place =
                keywords.has("pattern") ? keywords.withArrayProperty("allOf").addObject() : keywords;
        place.put("pattern", pattern);
    }

    /** Anchors a pattern: Bean Validation matches the whole text, JSON Schema a part of it. */
    private static String whole(String regexp) {
        boolean ends = regexp.endsWith("$") && !regexp.endsWith("\\$");
        boolean anchored = regexp.startsWith("^") && ends && !regexp.contains("|");
        return anchored ? regexp : "^(?:" + regexp + ")$";
    }

    private static void addRange(MergedAnnotations annotations, ObjectNode schema, ObjectNode keywords) {
        addLimits(annotations, "Min", "Positive", new Bound("minimum", 1, schema, keywords));
        addLimits(annotations, "Max", "Negative", new Bound("maximum", -1, schema, keywords));
    }

    private static void addLimits(MergedAnnotations annotations, String constraint, String sign, Bound limit) {
        all(annotations, constraint).forEach(found -> limit.add(BigDecimal.valueOf(found.getLong("value")), true));
        all(annotations, "Decimal" + constraint)
                .forEach(found -> limit.add(number(found.getString("value")), found.getBoolean("inclusive")));
        all(annotations, sign + "OrZero").forEach(found -> limit.add(BigDecimal.ZERO, true));
        all(annotations, sign).forEach(found -> limit.add(BigDecimal.ZERO, false));
    }

    /**
     * A limit of a number. Those of whole numbers are inclusive: forms have no others.
     *
     * @param keyword the keyword of the inclusive limit
     * @param sign the direction in which numbers are allowed
     */
    private record Bound(String keyword, int sign, ObjectNode schema, ObjectNode keywords) {

        void add(BigDecimal value, boolean inclusive) {
            if (inclusive) {
                put(keyword, value);
            } else if (SchemaTypes.single(schema).equals("integer")) {
                RoundingMode outwards = sign > 0 ? RoundingMode.FLOOR : RoundingMode.CEILING;
                put(keyword, value.setScale(0, outwards).add(BigDecimal.valueOf(sign)));
            } else {
                put("exclusive" + StringUtils.capitalize(keyword), value);
            }
        }

        /** Adds a limit, unless another constraint or the type itself is stricter. */
        private void put(String name, BigDecimal value) {
            JsonNode known = keywords.has(name) ? keywords.get(name) : schema.path(name);
            if (!known.isNumber() || sign * value.compareTo(known.decimalValue()) > 0) {
                keywords.put(name, value);
            }
        }
    }

    /** Returns the number that an annotation gives as text. */
    static BigDecimal number(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException ex) {
            throw new DeclarationException(
                    "The limit '%s' in an annotation is not a number".formatted(text), "Write it as 10 or 0.5");
        }
    }

    private static boolean has(MergedAnnotations annotations, String constraint) {
        return all(annotations, constraint).findAny().isPresent();
    }

    /** The constraints of a type that apply to all calls. */
    private static Stream<MergedAnnotation<Annotation>> all(MergedAnnotations annotations, String constraint) {
        return annotations.stream("jakarta.validation.constraints." + constraint)
                .filter(annotation -> annotation.getDistance() == 0)
                .filter(annotation -> {
                    List<String> groups = List.of(annotation.getStringArray("groups"));
                    return groups.isEmpty() || groups.contains("jakarta.validation.groups.Default");
                });
    }
}
