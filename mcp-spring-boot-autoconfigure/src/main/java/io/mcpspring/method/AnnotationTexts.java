package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpIcon;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.McpJson;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.env.PropertySourcesPropertyResolver;
import org.springframework.util.StringUtils;
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

    /** Returns a copy in an order of its own: the order of {@code Map.of} differs from process to process. */
    public static Map<String, ?> sorted(Map<String, ?> meta) {
        return Collections.unmodifiableMap(new TreeMap<>(meta));
    }

    /** Returns a text with resolved placeholders; {@code null} if it is blank. */
    public @Nullable String text(String attribute) {
        String text = resolved(attribute);
        return StringUtils.hasText(text) ? text : null;
    }

    /** Returns a text that is always given, with resolved placeholders. */
    public String resolved(String attribute) {
        try {
            return placeholders.apply(attribute);
        } catch (IllegalArgumentException ex) {
            throw method.refused(
                    "Its annotations have a placeholder that cannot be resolved: " + attribute + ".",
                    "Define the property, or give a default as in ${name:default}.");
        }
    }

    /** Returns a time limit; {@code null} if it is blank. */
    public @Nullable Duration duration(String attribute) {
        String text = text(attribute);
        try {
            Duration limit = text == null ? null : DurationStyle.detectAndParse(text);
            if (limit != null && limit.isNegative()) {
                throw new IllegalArgumentException("negative");
            }
            return limit;
        } catch (IllegalArgumentException ex) {
            throw method.refused(
                    "Its time limit '" + text + "' is not a duration.",
                    "Write it as in timeout = \"5s\", \"2m\" or \"PT1M30S\".");
        }
    }

    /** A point in time; {@code null} if it is blank. */
    public @Nullable Instant instant(String attribute) {
        String text = text(attribute);
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException ex) {
            throw method.refused(
                    "Its lastModified '" + text + "' is not a point in time.",
                    "Write it as in lastModified = \"2026-07-28T12:00:00Z\".");
        }
    }

    /** Returns a {@code _meta}, written as a JSON object; {@code null} if it is blank. */
    public @Nullable Map<String, ?> meta(String attribute) {
        String text = text(attribute);
        if (text == null) {
            return null;
        }
        try {
            if (McpJson.readTree(text.getBytes(StandardCharsets.UTF_8)) instanceof ObjectNode object) {
                Map<String, JsonNode> members = new LinkedHashMap<>();
                object.forEachEntry(members::put);
                return members;
            }
        } catch (JacksonException ex) {
            // Refused below, like any other text that is not an object.
        }
        throw method.refused("Its meta is not a JSON object.", "Write it as in meta = \"{\\\"key\\\": 1}\".");
    }

    public List<Icon> icons(McpIcon[] icons) {
        return Arrays.stream(icons)
                .map(icon -> new Icon(
                        resolved(icon.src()),
                        text(icon.mimeType()),
                        Arrays.stream(icon.sizes()).map(this::resolved).toList(),
                        text(icon.theme())))
                .toList();
    }
}
