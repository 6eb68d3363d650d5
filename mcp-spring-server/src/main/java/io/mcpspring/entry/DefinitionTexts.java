package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.content.HiddenCharacters;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.validation.DeclarationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/**
 * Checks the texts of a definition, which a client shows to people before it uses them. They must have no
 * {@link HiddenCharacters}, and no isolates of the writing direction.
 */
@Internal
public final class DefinitionTexts {

    private static final Pattern ISOLATES = Pattern.compile("[\\u2066-\\u2069]");

    private DefinitionTexts() {}

    /**
     * Checks a text.
     *
     * @param name the text, as the subject of a sentence, such as {@code Its title}
     * @throws DeclarationException if it must not be published
     */
    public static void check(String name, @Nullable String given) {
        String text = given == null ? "" : given;
        Matcher isolate = ISOLATES.matcher(text);
        int hidden = HiddenCharacters.indexIn(text, 0);
        int at = hidden < 0 && isolate.find() ? isolate.start() : hidden;
        if (at >= 0) {
            throw new DeclarationException(
                    "%s contains the invisible character U+%04X at index %d".formatted(name, text.codePointAt(at), at),
                    "Remove the character: people do not see it, but it is part of what language models read");
        }
    }

    /** Checks the names of all members of a definition, and all texts among their values. */
    static void check(JsonNode definition) {
        try (JsonParser parser = McpJson.parser(McpJson.writeValue(definition))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                JsonPointer place = parser.streamReadContext().pathAsPointer();
                if (token == JsonToken.PROPERTY_NAME) {
                    check("A name below '" + place.head() + "'", parser.getString());
                } else if (token == JsonToken.VALUE_STRING) {
                    check("Its text at '" + place + "'", parser.getString());
                }
            }
        }
    }
}
