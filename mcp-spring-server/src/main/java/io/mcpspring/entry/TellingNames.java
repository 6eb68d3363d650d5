package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.validation.SchemaTypes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Names of parameters and tools that deserve a warning at the start. */
@Internal
public final class TellingNames {

    private static final Pattern WORD_ENDS =
            Pattern.compile("[^\\p{L}\\p{N}]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    /** Matches the words of a name. A token of a page or a number of tokens is not a secret. */
    private static final Pattern SECRET =
            Pattern.compile("token|(.* )?(passwords?|passwd|pwd|passphrase|passcode|secrets?"
                    + "|credentials?|jwt|(api|access|private|secret|signing|encryption) ?key"
                    + "|(access|api|auth|authorization|bearer|csrf|id|jwt|oauth|refresh|security|session) ?token)");

    private static final Set<String> DESTRUCTIVE =
            Set.of("delete", "remove", "drop", "destroy", "erase", "purge", "truncate", "wipe");

    private static final Pattern PORTABLE = Pattern.compile("[a-zA-Z0-9_.-]{1,64}");

    private TellingNames() {}

    /**
     * Whether the values of a parameter of this name seem to be secrets, which language models and their logs would get
     * to know.
     */
    public static boolean isSecret(String name) {
        return SECRET.matcher(words(name)).matches();
    }

    /** Returns the names of properties of a schema, at any depth, that seem to be secrets. */
    public static List<String> secretsIn(JsonNode schema) {
        return properties(schema)
                .filter(property -> isSecret(property.getKey())
                        && !SchemaTypes.single(property.getValue()).equals("boolean"))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns what some APIs of models refuse in an input schema: names of properties, at any depth, and a choice at
     * the root.
     */
    public static List<String> refusedIn(JsonNode inputSchema) {
        Stream<String> names = properties(inputSchema).map(Map.Entry::getKey);
        return Stream.concat(
                        Stream.of("anyOf", "oneOf", "allOf", "enum", "not").filter(inputSchema::has),
                        names.filter(name -> !PORTABLE.matcher(name).matches()))
                .toList();
    }

    /** Returns the properties of a schema, at any depth. */
    private static Stream<Map.Entry<String, JsonNode>> properties(JsonNode schema) {
        return Stream.concat(
                schema.path("properties").propertyStream(), schema.valueStream().flatMap(TellingNames::properties));
    }

    /** Whether the name of a tool begins with a verb that announces a deletion. */
    public static boolean isDestructive(String name) {
        return DESTRUCTIVE.contains(words(name).split(" ", 2)[0]);
    }

    /** Returns the words in lower case, separated by single spaces. */
    private static String words(String name) {
        return WORD_ENDS.matcher(name).replaceAll(" ").trim().toLowerCase(Locale.ROOT);
    }
}
