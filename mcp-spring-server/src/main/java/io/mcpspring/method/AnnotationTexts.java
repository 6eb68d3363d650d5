package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpIcon;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.validation.DeclarationException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.env.PropertySourcesPropertyResolver;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the attributes of a method's annotation, and refuses the method if one is invalid.
 *
 * @param placeholders resolves <code>${...}</code>
 */
@Internal
public record AnnotationTexts(BeanMethod method, UnaryOperator<String> placeholders) {

    /** Resolves placeholders that have default values, and refuses all others. */
    public static final PropertyResolver DEFAULTS = new PropertySourcesPropertyResolver(new MutablePropertySources());

    /** Returns a text with resolved placeholders; {@code null} if the attribute is not given. */
    public @Nullable String text(String attribute) {
        return attribute.isEmpty() ? null : resolved(attribute);
    }

    /** Returns a text with resolved placeholders. An attribute that is given must not be blank: nothing would apply. */
    public String resolved(String attribute) {
        try {
            return resolved(attribute, placeholders);
        } catch (DeclarationException ex) {
            throw method.refused(ex);
        }
    }

    /**
     * Returns a text with resolved placeholders, for annotations of what several methods may take.
     *
     * @throws DeclarationException if a placeholder cannot be resolved, or if the text is blank
     */
    public static String resolved(String attribute, UnaryOperator<String> placeholders) {
        String text;
        try {
            text = placeholders.apply(attribute);
        } catch (IllegalArgumentException ex) {
            throw new DeclarationException(
                    "Its annotations have a placeholder that cannot be resolved: " + attribute,
                    "Define the property, or give a default as in ${name:default}");
        }
        if (!attribute.isEmpty() && !StringUtils.hasText(text)) {
            throw new DeclarationException(
                    "Its annotations have the value '" + attribute + "', which is blank",
                    "Give a value, define the property, or leave the attribute out");
        }
        return text;
    }

    /** Returns a time limit; {@code null} if it is not given. */
    public @Nullable Duration duration(String attribute) {
        return value(
                attribute,
                AnnotationTexts::limit,
                "Its time limit '%s' is not a duration.",
                "Write it as in timeout = \"5s\", \"2m\" or \"PT1M30S\".");
    }

    private static Duration limit(String text) {
        Duration limit = DurationFormatterUtils.detectAndParse(text);
        Assert.isTrue(!limit.isNegative(), "negative");
        return limit;
    }

    /**
     * Returns a size; {@code null} if it is not given.
     *
     * @param name the name of the attribute
     */
    public @Nullable DataSize size(String name, String attribute) {
        return value(
                attribute,
                text -> ContentLimit.checked(DataSize.parse(text)),
                "Its " + name + " '%s' is not a size from 1 byte to 1 GB.",
                "Write it as in " + name + " = \"5MB\" or \"200KB\".");
    }

    /** A point in time; {@code null} if it is not given. */
    public @Nullable Instant instant(String attribute) {
        return value(
                attribute,
                Instant::parse,
                "Its lastModified '%s' is not a point in time.",
                "Write it as in lastModified = \"2026-07-28T12:00:00Z\".");
    }

    /** Returns a {@code _meta}, written as a JSON object; {@code null} if it is not given. */
    public @Nullable Map<String, ?> meta(String attribute) {
        return value(
                attribute,
                AnnotationTexts::members,
                "Its meta is not a JSON object.",
                "Write it as in meta = \"{\\\"key\\\": 1}\".");
    }

    private static Map<String, JsonNode> members(String text) {
        if (!(McpJson.readTree(text.getBytes(StandardCharsets.UTF_8)) instanceof ObjectNode object)) {
            throw new IllegalArgumentException("not an object");
        }
        Map<String, JsonNode> members = new LinkedHashMap<>();
        object.forEachEntry(members::put);
        return members;
    }

    private <T> @Nullable T value(String attribute, Function<String, @Nullable T> reader, String problem, String cure) {
        String text = text(attribute);
        try {
            return text == null ? null : reader.apply(text);
        } catch (IllegalArgumentException | DateTimeException | JacksonException ex) {
            throw method.refused(problem.formatted(text), cure);
        }
    }

    /**
     * Returns the value of an attribute that has at most one; {@code null} if it has none.
     *
     * @param name the name of the attribute
     */
    public @Nullable Boolean flag(String name, boolean[] values) {
        if (values.length > 1) {
            throw method.refused(
                    "Its " + name + " has " + values.length + " values.",
                    "Give one value, as in " + name + " = true, or leave it out.");
        }
        return values.length == 0 ? null : Boolean.valueOf(values[0]);
    }

    /**
     * Returns limits.
     *
     * @param maxConcurrency 0 for none
     */
    public CallLimits limits(String rate, int maxConcurrency) {
        CallLimits.Rate ofCaller = value(
                rate,
                CallLimits.Rate::of,
                "Its rate '%s' is not a number of calls and a period.",
                "Write it as in rate = \"100/1m\" or \"5/1s\".");
        if (maxConcurrency < 0) {
            throw method.refused(
                    "Its maxConcurrency is " + maxConcurrency + ".",
                    "Give the number of calls that may run at the same time, or leave it out.");
        }
        return new CallLimits(ofCaller, maxConcurrency == 0 ? null : maxConcurrency);
    }

    /** Returns several texts with resolved placeholders. */
    public List<String> texts(String... attributes) {
        return Arrays.stream(attributes).map(this::resolved).toList();
    }

    public List<Icon> icons(McpIcon[] icons) {
        return Arrays.stream(icons).map(this::icon).toList();
    }

    private Icon icon(McpIcon icon) {
        Icon any = new Icon(resolved(icon.src()), text(icon.mimeType()), texts(icon.sizes()), null);
        Icon themed = value(
                icon.theme(),
                any::withTheme,
                "The theme '%s' of its icon is not light or dark.",
                "Write it as in theme = \"light\", or leave it out.");
        return themed == null ? any : themed;
    }
}
