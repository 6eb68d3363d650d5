package io.mcpspring.text;

import io.mcpspring.Internal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Recognizes names of parameters whose values are secrets, which language models and their logs would get to know. */
@Internal
public final class SecretNames {

    /** Matches the words of a name. A token of a page or a number of tokens is not a secret. */
    private static final Pattern SECRET =
            Pattern.compile("token|(.* )?(passwords?|passwd|pwd|passphrase|passcode|secrets?"
                    + "|credentials?|jwt|(api|access|private|secret|signing|encryption) ?key"
                    + "|(access|api|auth|authorization|bearer|csrf|id|jwt|oauth|refresh|security|session) ?token)");

    private SecretNames() {}

    /** Whether a parameter of this name seems to be a secret. */
    public static boolean isSecret(String name) {
        return SECRET.matcher(NameWords.of(name)).matches();
    }

    /** Returns the names of properties of a schema, at any depth, that seem to be secrets. */
    public static List<String> in(JsonNode schema) {
        List<String> found = new ArrayList<>();
        collect(schema, found);
        return found;
    }

    private static void collect(JsonNode schema, List<String> found) {
        schema.path("properties").forEachEntry((name, property) -> {
            if (isSecret(name) && !property.path("type").asString("").equals("boolean")) {
                found.add(name);
            }
        });
        schema.forEach(part -> collect(part, found));
    }
}
