package io.mcpspring.audit;

import io.mcpspring.validation.Quoted;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.jspecify.annotations.Nullable;

/** Writes events as lines of keys and values, such as {@code call kind=tool name="add" outcome=succeeded}. */
final class AuditLines {

    private static final int MAX_CHARACTERS = 512;

    private AuditLines() {}

    static void write(McpAuditEvent event, Log log) {
        if (event instanceof McpAuditEvent.Definitions definitions
                && (!definitions.initial() || log.isDebugEnabled())) {
            Consumer<Object> level = definitions.initial() ? log::debug : log::info;
            definitions.changes().forEach(change -> level.accept("definition " + text(data(change))));
        } else if (event instanceof McpAuditEvent.Refusal refusal) {
            log.info("refusal " + text(AuditData.of(refusal)));
        } else if (event instanceof McpAuditEvent.Call call && log.isDebugEnabled()) {
            log.debug("call " + text(AuditData.of(call)));
        }
    }

    private static Map<String, @Nullable Object> data(McpAuditEvent.Change change) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("name", change.definition());
        data.put("before", change.before());
        data.put("after", change.after());
        return data;
    }

    private static String text(Map<String, @Nullable Object> data) {
        return data.entrySet().stream()
                .filter(entry -> entry.getValue() != null)
                .map(entry -> entry.getKey() + "=" + value(entry.getValue()))
                .collect(Collectors.joining(" "));
    }

    private static String value(@Nullable Object value) {
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
        String text = Quoted.of(String.valueOf(value), MAX_CHARACTERS);
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
