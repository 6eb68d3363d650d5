package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.validation.Quoted;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Records the arguments with these names, shortened; of others only the name, and of at most 100. */
@Internal
public record NamedArguments(Set<String> names) implements McpArgumentRedaction {

    private static final String REDACTED = "***";

    private static final int MAX_CHARACTERS = 256;

    /** Callers choose the names of arguments, and may send very many that the entry does not have. */
    private static final int MAX_OTHERS = 100;

    @Override
    public @Nullable JsonNode redact(McpInvocation invocation) {
        if (names.isEmpty()) {
            return null;
        }
        ObjectNode redacted = JsonNodeFactory.instance.objectNode();
        int others = 0;
        for (Map.Entry<String, JsonNode> argument : invocation.arguments().properties()) {
            if (names.contains(argument.getKey())) {
                redacted.put(argument.getKey(), Quoted.start(text(argument.getValue()), MAX_CHARACTERS, "..."));
            } else if (others < MAX_OTHERS) {
                redacted.put(Quoted.start(argument.getKey(), MAX_CHARACTERS, "..."), REDACTED);
                others++;
            }
        }
        return redacted;
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }
}
