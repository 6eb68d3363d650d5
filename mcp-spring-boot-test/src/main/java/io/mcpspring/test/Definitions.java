package io.mcpspring.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** All published definitions of a server, by kind and name, and their differences. */
final class Definitions {

    private static final int SHOWN = 300;

    /** The member of each kind of entry, and the member of an entry that identifies it. */
    private enum Kind {
        TOOL("tools", "tools/list", "name"),
        PROMPT("prompts", "prompts/list", "name"),
        RESOURCE("resources", "resources/list", "uri"),
        RESOURCE_TEMPLATE("resourceTemplates", "resources/templates/list", "uriTemplate");

        private final String member;

        private final String method;

        private final String key;

        Kind(String member, String method, String key) {
            this.member = member;
            this.method = method;
            this.key = key;
        }

        String describe(String name) {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ') + " '" + name + "'";
        }
    }

    private Definitions() {}

    static JsonNode of(ProtocolClient client) {
        ObjectNode definitions =
                ProtocolClient.object().put("protocolVersion", client.version().value());
        for (Kind kind : Kind.values()) {
            Map<String, JsonNode> entries = new TreeMap<>();
            client.list(kind.method, kind.member)
                    .forEach(entry -> entries.put(entry.get(kind.key).stringValue(), entry));
            ObjectNode all = definitions.putObject(kind.member);
            entries.forEach(all::set);
        }
        // What is read from a file compares equal to what is read from its own text.
        return JsonMapper.shared().readTree(definitions.toString());
    }

    /** Returns a line for each difference, grouped by entries. */
    static List<String> differences(JsonNode before, JsonNode after) {
        List<String> lines = new ArrayList<>();
        if (!before.path("protocolVersion").equals(after.path("protocolVersion"))) {
            lines.add("protocolVersion");
            change(before.get("protocolVersion"), after.get("protocolVersion"), lines);
        }
        for (Kind kind : Kind.values()) {
            JsonNode old = before.path(kind.member);
            JsonNode current = after.path(kind.member);
            for (String name : names(old, current)) {
                compare(kind.describe(name), old.get(name), current.get(name), lines);
            }
        }
        return lines;
    }

    private static void compare(String entry, @Nullable JsonNode before, @Nullable JsonNode after, List<String> lines) {
        if (before == null) {
            lines.add(entry + ": added");
        } else if (after == null) {
            lines.add(entry + ": removed");
        } else if (!before.equals(after)) {
            lines.add(entry);
            fields("", before, after, lines);
        }
    }

    private static void fields(String path, JsonNode before, JsonNode after, List<String> lines) {
        for (String name : names(before, after)) {
            JsonNode old = before.get(name);
            JsonNode current = after.get(name);
            String field = path.isEmpty() ? name : path + "." + name;
            if (old != null && current != null && old.isObject() && current.isObject()) {
                fields(field, old, current, lines);
            } else if (old == null || !old.equals(current)) {
                lines.add("  " + field);
                change(old, current, lines);
            }
        }
    }

    private static void change(@Nullable JsonNode before, @Nullable JsonNode after, List<String> lines) {
        lines.add("    before: " + text(before));
        lines.add("    after:  " + text(after));
    }

    private static String text(@Nullable JsonNode value) {
        String text = value == null ? "absent" : value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    private static TreeSet<String> names(JsonNode before, JsonNode after) {
        TreeSet<String> names = new TreeSet<>(before.propertyNames());
        names.addAll(after.propertyNames());
        return names;
    }
}
