package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Mutates valid messages in two ways: changes of members and values keep the JSON valid, so that it passes the parser;
 * changes of bytes do not. The same seed produces the same mutations.
 */
public final class Mutator {

    /** JSON values that code often does not expect. */
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "-0",
            "-1",
            "1.0",
            "1.5",
            "1e2",
            "42.0",
            "2147483648",
            "-9223372036854775809",
            "9007199254740993",
            "1180591620717411303424",
            "1e400",
            "1e-400",
            "1e999999999",
            "-1E2147483647",
            "1e-2147483648",
            "7".repeat(999),
            "0." + "3".repeat(990),
            "[]",
            "[null]",
            "[[[]]]",
            "{}",
            "{\"\":\"\"}",
            "{\"a\":{\"a\":{}}}",
            "\"\"",
            "\" \"",
            "\"null\"",
            "\"0\"",
            "\"{\\\"a\\\":1}\"",
            "\"[1,2]\"",
            "\"{\\\"a\\\":1e-2147483648}\"",
            "\"[1e400,1e-999999999]\"",
            "\"{\\\"a\\\":1,\\\"a\\\":2}\"",
            "\"{\\\"a\\\":\"",
            "\"2026-02-30\"",
            "\"9999999999-01-01\"",
            "\"$ref\"",
            "\"\\u0000\"",
            "\"\\ud83d\"",
            "\"\\udc00\\ud83d\"",
            "\"\\uffff\"",
            "\"\\u202e\\u2066\"",
            "\"😀é漢\"",
            "\"a\\r\\nb\"",
            "\"=?base64?w-8=?=\"",
            "\"=?base64?/////w==?=\"",
            "\"../../etc/passwd\"",
            "\"${jndi:x}\"",
            "\"#{1/0}\"",
            "\"__proto__\"",
            "\"" + "é".repeat(3000) + "\"",
            "\"" + "\\u0001".repeat(500) + "\"",
            "[".repeat(60) + "]".repeat(60),
            "{\"a\":".repeat(60) + "1" + "}".repeat(60),
            "[" + "0,".repeat(2000) + "0]");

    private static final List<String> NAMES =
            List.of("", "x", "_meta", "id", "params", "name", "arguments", "cursor", "\ud83d", "a.b/c~1");

    /** Bytes that are invalid at most places. */
    private static final List<byte[]> BYTES = List.of(
            new byte[] {0},
            new byte[] {(byte) 0xff},
            new byte[] {(byte) 0xc0, (byte) 0x80},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf},
            new byte[] {(byte) 0xf0, (byte) 0x9f},
            utf8("\""),
            utf8("\\"),
            utf8("{"),
            utf8("}"),
            utf8("["),
            utf8("]"),
            utf8(","),
            utf8(":"),
            utf8("\n"),
            utf8("\\u12"),
            utf8("NaN"),
            utf8("'"),
            utf8("/**/"),
            utf8("[".repeat(200)),
            utf8("{\"a\":".repeat(5000)),
            utf8("9".repeat(1200)),
            utf8("1e99999999999"),
            utf8("-"),
            utf8("tru"),
            utf8("\u2028"));

    private static final List<String> HEADER_VALUES = List.of(
            "",
            " ",
            "x",
            "null",
            "0",
            "2026-07-28",
            "2025-11-25",
            "2025-03-26",
            "1900-01-01",
            "banana",
            "tools/call",
            "greet",
            "TOOLS/LIST",
            "=?base64?Z3JlZXQ=?=",
            "=?base64?w-8=?=",
            "=?base64?/////w==?=",
            "=?base64?Z3JlZXQ?=",
            "=?base64?" + "QUJD".repeat(500) + "?=",
            "z\u00fcrich",
            "\u00ff\u0080",
            "a\tb",
            "a,b",
            "application/json",
            "text/event-stream",
            "text/event-stream;q=0.1",
            "*/*",
            "application/json;q=0",
            "text/html",
            "garbage",
            ";;",
            "1;q=x",
            "gzip",
            "http://localhost",
            "https://evil.example",
            "42.0",
            "1e999999999",
            "-0",
            "9007199254740993",
            "true",
            "{}",
            "%00",
            "A".repeat(3000),
            "\"",
            "()<>@,;:\\\"/[]?={}");

    private static final List<String> HEADERS = List.of(
            "MCP-Protocol-Version",
            "Mcp-Method",
            "Mcp-Name",
            "Mcp-Session-Id",
            "Mcp-Param-Region",
            "Mcp-Param-Count",
            "Mcp-Param-Other",
            "Accept",
            "Content-Type",
            "Content-Encoding",
            "Origin",
            "Last-Event-ID",
            "Accept-Encoding",
            "Authorization",
            "X-Forwarded-Host");

    private final Random random;

    public Mutator(long seed) {
        this.random = new Random(seed);
    }

    /** Returns a number below the bound. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    public <T> T oneOf(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /** Returns the message, in most cases changed. */
    public byte[] body(String message) {
        byte[] body = utf8(message);
        if (below(3) > 0) {
            body = utf8(json(JsonMapper.shared().readTree(message), 1 + below(3)));
        } else {
            for (int changes = 1 + below(3); changes > 0; changes--) {
                body = bytes(body);
            }
        }
        return body;
    }

    /** Returns the header lines, often with one or two of them changed, repeated, removed or added. */
    public List<String> headers(List<String> lines) {
        List<String> changed = new ArrayList<>(lines);
        for (int changes = below(3); changes > 0; changes--) {
            int at = below(changed.size());
            String name = changed.get(at).substring(0, changed.get(at).indexOf(':'));
            switch (below(5)) {
                case 0 -> changed.set(at, name + ": " + oneOf(HEADER_VALUES));
                case 1 -> changed.add(name + ": " + oneOf(HEADER_VALUES));
                case 2 -> changed.add(changed.get(at));
                case 3 -> changed.add(oneOf(HEADERS) + ": " + oneOf(HEADER_VALUES));
                default -> {
                    if (changed.size() > 1) {
                        changed.remove(at);
                    }
                }
            }
        }
        return changed;
    }

    private String json(JsonNode message, int changes) {
        List<JsonNode> containers = new ArrayList<>();
        collect(message, containers);
        List<String> replaced = new ArrayList<>();
        for (int change = 0; change < changes; change++) {
            String place = "\u0001" + replaced.size() + "\u0001";
            if (change(oneOf(containers), place)) {
                replaced.add(oneOf(VALUES));
            }
        }
        String text = message.toString();
        // Inserted as text, because a tree does not keep every notation of a number or a string.
        for (int at = 0; at < replaced.size(); at++) {
            text = text.replace("\"\\u0001" + at + "\\u0001\"", replaced.get(at));
        }
        return text;
    }

    private boolean change(JsonNode container, String place) {
        if (container instanceof ArrayNode array) {
            if (array.isEmpty() || below(4) == 0) {
                array.add(place);
            } else {
                array.set(below(array.size()), array.stringNode(place));
            }
            return true;
        }
        ObjectNode object = (ObjectNode) container;
        List<String> names = List.copyOf(object.propertyNames());
        if (names.isEmpty() || below(6) == 0) {
            object.put(oneOf(NAMES), place);
            return true;
        }
        if (below(5) == 0) {
            object.remove(oneOf(names));
            return false;
        }
        object.put(oneOf(names), place);
        return true;
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainer()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    private byte[] bytes(byte[] body) {
        int from = below(body.length + 1);
        int to = from + below(Math.min(20, body.length - from) + 1);
        return switch (below(6)) {
            case 0 -> join(body, 0, from, new byte[0], body.length);
            case 1 -> join(body, 0, from, new byte[0], to);
            case 2 -> join(body, 0, to, new byte[0], from);
            case 3 -> join(body, 0, from, oneOf(BYTES), from);
            case 4 -> join(body, 0, from, oneOf(BYTES), to);
            default -> {
                byte[] flipped = body.clone();
                if (flipped.length > 0) {
                    flipped[below(flipped.length)] ^= (byte) (1 << below(8));
                }
                yield flipped;
            }
        };
    }

    private static byte[] join(byte[] body, int from, int to, byte[] middle, int rest) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(body, from, to - from);
        joined.writeBytes(middle);
        joined.write(body, rest, body.length - rest);
        return joined.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    /** Returns bytes as text for a message. */
    public static String shown(byte[] bytes) {
        String text = new String(bytes, ISO_8859_1);
        return text.length() < 3000 ? text : text.substring(0, 3000) + "... (" + bytes.length + " bytes)";
    }
}
