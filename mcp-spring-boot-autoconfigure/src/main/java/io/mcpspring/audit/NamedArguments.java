package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.method.McpInvocation;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Records the arguments with these names, shortened; of all others only the name. */
@Internal
public record NamedArguments(Set<String> names) implements McpArgumentRedaction {

    private static final String REDACTED = "***";

    private static final int MAX_CHARACTERS = 256;

    @Override
    public @Nullable JsonNode redact(McpInvocation invocation) {
        if (names.isEmpty()) {
            return null;
        }
        ObjectNode redacted = JsonNodeFactory.instance.objectNode();
        invocation
                .arguments()
                .forEachEntry((name, value) -> redacted.put(name, names.contains(name) ? text(value) : REDACTED));
        return redacted;
    }

    private static String text(JsonNode value) {
        String text = value.isString() ? value.stringValue() : value.toString();
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "...";
    }
}
