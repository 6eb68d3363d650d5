package io.mcpspring.schema;

import io.mcpspring.validation.PortableRegex;
import jakarta.validation.constraints.AssertFalse;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Null;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import jakarta.validation.groups.Default;
import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The keywords of Bean Validation's constraints; loaded only where Jakarta Validation is present. Constraints that
 * consist of others may override their attributes, which the validator alone knows: it checks these.
 */
final class ConstraintKeywords {

    /** Matches a string that contains at least one non-whitespace character. */
    private static final String NOT_BLANK = "\\S";

    private ConstraintKeywords() {}

    static boolean isNotNull(MergedAnnotations annotations) {
        return Stream.of(NotNull.class, NotBlank.class, NotEmpty.class).anyMatch(type -> has(annotations, type));
    }

    static boolean isNull(MergedAnnotations annotations) {
        return has(annotations, Null.class);
    }

    static void add(MergedAnnotations annotations, JavaType type, ObjectNode schema, ObjectNode keywords) {
        switch (schema.path("type").asString("")) {
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
                if (has(annotations, AssertTrue.class) || has(annotations, AssertFalse.class)) {
                    keywords.put("const", has(annotations, AssertTrue.class));
                }
            }
            default -> {}
        }
    }

    private static void addSize(MergedAnnotations annotations, String of, ObjectNode keywords) {
        boolean filled = has(annotations, NotEmpty.class) || has(annotations, NotBlank.class);
        List<Size> sizes = all(annotations, Size.class).toList();
        int least = sizes.stream().mapToInt(Size::min).reduce(filled ? 1 : 0, Math::max);
        int most = sizes.stream().mapToInt(Size::max).reduce(Integer.MAX_VALUE, Math::min);
        if (least > 0) {
            keywords.put("min" + of, least);
        }
        if (most < Integer.MAX_VALUE) {
            keywords.put("max" + of, most);
        }
    }

    private static void addPatterns(MergedAnnotations annotations, ObjectNode keywords) {
        if (has(annotations, Email.class)) {
            keywords.put("format", "email");
        }
        Stream<String> expressions = Stream.concat(
                all(annotations, Pattern.class)
                        .filter(pattern -> isPortable(pattern.regexp(), pattern.flags()))
                        .map(Pattern::regexp),
                all(annotations, Email.class)
                        .filter(email -> !email.regexp().equals(".*") && isPortable(email.regexp(), email.flags()))
                        .map(Email::regexp));
        List<String> patterns = Stream.concat(
                        expressions.map(ConstraintKeywords::whole),
                        has(annotations, NotBlank.class) ? Stream.of(NOT_BLANK) : Stream.empty())
                .toList();
        if (!patterns.isEmpty()) {
            keywords.put("pattern", patterns.get(0));
        }
        if (patterns.size() > 1) {
            ArrayNode others = keywords.putArray("allOf");
            patterns.stream().skip(1).forEach(pattern -> others.addObject().put("pattern", pattern));
        }
    }

    private static boolean isPortable(String regexp, Pattern.Flag... flags) {
        return flags.length == 0 && PortableRegex.isPortable(regexp);
    }

    /** Anchors a pattern: Bean Validation matches the whole text, JSON Schema a part of it. */
    private static String whole(String regexp) {
        boolean ends = regexp.endsWith("$") && !regexp.endsWith("\\$");
        boolean anchored = regexp.startsWith("^") && ends && !regexp.contains("|");
        return anchored ? regexp : "^(?:" + regexp + ")$";
    }

    private static void addRange(MergedAnnotations annotations, ObjectNode schema, ObjectNode keywords) {
        Range range = new Range(schema, keywords);
        all(annotations, Min.class).forEach(min -> range.atLeast(BigDecimal.valueOf(min.value()), true));
        all(annotations, DecimalMin.class).forEach(min -> range.atLeast(new BigDecimal(min.value()), min.inclusive()));
        all(annotations, PositiveOrZero.class).forEach(min -> range.atLeast(BigDecimal.ZERO, true));
        all(annotations, Positive.class).forEach(min -> range.atLeast(BigDecimal.ZERO, false));
        all(annotations, Max.class).forEach(max -> range.atMost(BigDecimal.valueOf(max.value()), true));
        all(annotations, DecimalMax.class).forEach(max -> range.atMost(new BigDecimal(max.value()), max.inclusive()));
        all(annotations, NegativeOrZero.class).forEach(max -> range.atMost(BigDecimal.ZERO, true));
        all(annotations, Negative.class).forEach(max -> range.atMost(BigDecimal.ZERO, false));
    }

    /** The limits of a number. Those of whole numbers are inclusive: forms have no others. */
    private record Range(ObjectNode schema, ObjectNode keywords) {

        void atLeast(BigDecimal limit, boolean inclusive) {
            if (inclusive || !isWhole()) {
                add(inclusive ? "minimum" : "exclusiveMinimum", limit, 1);
            } else {
                add("minimum", limit.setScale(0, RoundingMode.FLOOR).add(BigDecimal.ONE), 1);
            }
        }

        void atMost(BigDecimal limit, boolean inclusive) {
            if (inclusive || !isWhole()) {
                add(inclusive ? "maximum" : "exclusiveMaximum", limit, -1);
            } else {
                add("maximum", limit.setScale(0, RoundingMode.CEILING).subtract(BigDecimal.ONE), -1);
            }
        }

        private boolean isWhole() {
            return schema.path("type").asString("").equals("integer");
        }

        /** Adds a limit, unless another constraint or the type itself is stricter. */
        private void add(String keyword, BigDecimal limit, int sign) {
            JsonNode known = keywords.has(keyword) ? keywords.get(keyword) : schema.path(keyword);
            if (!known.isNumber() || sign * limit.compareTo(known.decimalValue()) > 0) {
                keywords.put(keyword, limit);
            }
        }
    }

    private static boolean has(MergedAnnotations annotations, Class<? extends Annotation> type) {
        return all(annotations, type).findAny().isPresent();
    }

    /** The constraints of a type that apply to all calls. */
    private static <A extends Annotation> Stream<A> all(MergedAnnotations annotations, Class<A> type) {
        return annotations.stream(type)
                .filter(annotation -> annotation.getDistance() == 0)
                .filter(annotation -> {
                    List<Class<?>> groups = List.of(annotation.getClassArray("groups"));
                    return groups.isEmpty() || groups.contains(Default.class);
                })
                .map(MergedAnnotation::synthesize);
    }
}
