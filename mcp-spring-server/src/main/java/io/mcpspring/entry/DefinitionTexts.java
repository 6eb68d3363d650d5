package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.content.HiddenCharacters;
import io.mcpspring.validation.SchemaException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * Checks the names, titles and descriptions of a definition, which a client shows to people before it uses them. They
 * must have no {@link HiddenCharacters}, and no isolates of the writing direction.
 */
@Internal
public final class DefinitionTexts {

    private static final Pattern REFUSED = Pattern.compile(HiddenCharacters.CLASS + "|[\\u2066-\\u2069]");

    private static final Set<String> SHOWN = Set.of("name", "title", "description");

    private DefinitionTexts() {}

    /**
     * Checks a text.
     *
     * @param name the text, as the subject of a sentence, such as {@code Its title}
     * @throws SchemaException if it must not be published
     */
    public static void check(String name, @Nullable String text) {
        Matcher refused = REFUSED.matcher(text == null ? "" : text);
        if (refused.find()) {
            throw new SchemaException(
                    "%s contains the invisible character U+%04X at index %d"
                            .formatted(name, refused.group().codePointAt(0), refused.start()),
                    "Remove the character: people do not see it, but it is part of what language models read");
        }
    }

    /** Checks the names of all members of a definition, and the names, titles and descriptions among their values. */
    static void check(JsonNode definition) {
        check(definition, JsonPointer.empty());
    }

    private static void check(JsonNode node, JsonPointer path) {
        node.forEachEntry((name, value) -> {
            check("A name below '" + path + "'", name);
            JsonPointer at = path.appendProperty(name);
            if (value.isString() && SHOWN.contains(name)) {
                check("Its text at '" + at + "'", value.stringValue());
            }
            check(value, at);
        });
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            check(node.get(i), path.appendIndex(i));
        }
    }
}
