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
import java.util.List;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The keywords of Bean Validation's constraints; loaded only where Jakarta Validation is present. Constraints that
 * consist of others may override their attributes, which the validator alone knows: it checks these.
 */
final class ConstraintKeywords {

    /** A text with a character that is no space. */
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
        limit(
                "minimum",
                1,
                schema,
                keywords,
                Stream.of(
                        all(annotations, Min.class).map(min -> BigDecimal.valueOf(min.value())),
                        all(annotations, DecimalMin.class)
                                .filter(DecimalMin::inclusive)
                                .map(min -> new BigDecimal(min.value())),
                        all(annotations, PositiveOrZero.class).map(positive -> BigDecimal.ZERO)));
        limit(
                "exclusiveMinimum",
                1,
                schema,
                keywords,
                Stream.of(
                        all(annotations, DecimalMin.class)
                                .filter(min -> !min.inclusive())
                                .map(min -> new BigDecimal(min.value())),
                        all(annotations, Positive.class).map(positive -> BigDecimal.ZERO)));
        limit(
                "maximum",
                -1,
                schema,
                keywords,
                Stream.of(
                        all(annotations, Max.class).map(max -> BigDecimal.valueOf(max.value())),
                        all(annotations, DecimalMax.class)
                                .filter(DecimalMax::inclusive)
                                .map(max -> new BigDecimal(max.value())),
                        all(annotations, NegativeOrZero.class).map(negative -> BigDecimal.ZERO)));
        limit(
                "exclusiveMaximum",
                -1,
                schema,
                keywords,
                Stream.of(
                        all(annotations, DecimalMax.class)
                                .filter(max -> !max.inclusive())
                                .map(max -> new BigDecimal(max.value())),
                        all(annotations, Negative.class).map(negative -> BigDecimal.ZERO)));
    }

    /** Adds the strictest limit, unless the type itself is stricter. */
    private static void limit(
            String keyword, int sign, ObjectNode schema, ObjectNode keywords, Stream<Stream<BigDecimal>> limits) {
        Stream<BigDecimal> ofType =
                schema.has(keyword) ? Stream.of(schema.get(keyword).decimalValue()) : Stream.empty();
        Stream.concat(limits.flatMap(limit -> limit), ofType)
                .max((one, other) -> sign * one.compareTo(other))
                .ifPresent(strictest -> keywords.put(keyword, strictest));
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
