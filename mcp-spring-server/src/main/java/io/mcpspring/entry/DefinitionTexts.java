package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.content.HiddenCharacters;
import java.util.function.BiFunction;
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

    private @Nullable String problem;

    /**
     * Checks a text.
     *
     * @param name the text, as the subject of a sentence, such as {@code Its title}
     */
    public DefinitionTexts check(String name, @Nullable String text) {
        Matcher refused = REFUSED.matcher(text == null ? "" : text);
        if (problem == null && refused.find()) {
            this.problem = "%s contains the invisible character U+%04X at index %d."
                    .formatted(name, refused.group().codePointAt(0), refused.start());
        }
        return this;
    }

    /**
     * Checks the names of the properties of a schema, and their titles and descriptions.
     *
     * @param name the schema, as the subject of a sentence, such as {@code Its input schema}
     */
    public DefinitionTexts checkSchema(String name, @Nullable JsonNode schema) {
        if (schema != null) {
            checkNode(name, schema, JsonPointer.empty());
        }
        return this;
    }

    private void checkNode(String schema, JsonNode node, JsonPointer path) {
        node.forEachEntry((name, value) -> {
            check(schema + ", in a name below '" + path + "',", name);
            JsonPointer at = path.appendProperty(name);
            if (value.isString() && (name.equals("title") || name.equals("description"))) {
                check(schema + ", at '" + at + "',", value.stringValue());
            }
            checkNode(schema, value, at);
        });
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            checkNode(schema, node.get(i), path.appendIndex(i));
        }
    }

    /**
     * Throws an exception if one of the texts must not be published.
     *
     * @param refusal creates it from the reason and the cure
     */
    public void refuse(BiFunction<String, String, ? extends RuntimeException> refusal) {
        if (problem != null) {
            throw refusal.apply(
                    problem,
                    "Remove the character: people do not see it, but it is part of what language models read.");
        }
    }
}
