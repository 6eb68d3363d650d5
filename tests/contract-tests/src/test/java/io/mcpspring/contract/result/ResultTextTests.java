package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertText;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Results that are text: strings, numbers, booleans, enums, and no value. */
class ResultTextTests {

    static class Tools {

        enum Size {
            @JsonProperty("extra large")
            XL,
            SMALL
        }

        record Point(int x, int y) {}

        @McpTool
        String text() {
            return "Ünïcode \"quoted\" \\ \u2028 \n \uD83D\uDE00";
        }

        @McpTool
        String emptyText() {
            return "";
        }

        @McpTool
        String textThatLooksLikeJson() {
            return "{\"a\": 1}";
        }

        @McpTool
        CharSequence builder() {
            return new StringBuilder("built");
        }

        @McpTool
        int wholeNumber() {
            return -7;
        }

        @McpTool
        Long boxed() {
            return Long.MAX_VALUE;
        }

        @McpTool
        double fraction() {
            return 0.1;
        }

        @McpTool
        BigDecimal money() {
            return new BigDecimal("12.50");
        }

        @McpTool
        BigInteger large() {
            return BigInteger.TWO.pow(70);
        }

        @McpTool
        boolean yes() {
            return true;
        }

        @McpTool
        char letter() {
            return 'ß';
        }

        @McpTool
        Size renamed() {
            return Size.XL;
        }

        @McpTool
        Size plain() {
            return Size.SMALL;
        }

        @McpTool
        LocalDate date() {
            return LocalDate.of(2026, 1, 31);
        }

        @McpTool
        UUID id() {
            return new UUID(0, 1);
        }

        @McpTool
        Object unknownText() {
            return "text";
        }

        @McpTool
        Object unknownNumber() {
            return 5;
        }

        @McpTool
        Object unknownRecord() {
            return new Point(1, 2);
        }

        @McpTool(structured = Structured.NEVER)
        Point recordAsText() {
            return new Point(1, 2);
        }

        @McpTool(structured = Structured.NEVER)
        Mono<List<Map<String, Point>>> listAsText() {
            return Mono.just(List.of(Map.of("a", new Point(1, 2))));
        }

        @McpTool
        Optional<String> full() {
            return Optional.of("full");
        }

        @McpTool
        OptionalInt fullNumber() {
            return OptionalInt.of(3);
        }

        @McpTool
        OptionalLong fullLong() {
            return OptionalLong.of(4);
        }

        @McpTool
        OptionalDouble fullDouble() {
            return OptionalDouble.of(0.5);
        }

        @McpTool
        void nothing() {}

        @McpTool
        Void alsoNothing() {
            return null;
        }

        @McpTool
        String nullText() {
            return null;
        }

        @McpTool
        Object unknownNull() {
            return null;
        }

        @McpTool
        Integer nullNumber() {
            return null;
        }

        @McpTool
        Optional<String> empty() {
            return Optional.empty();
        }

        @McpTool
        OptionalInt emptyNumber() {
            return OptionalInt.empty();
        }

        @McpTool(structured = Structured.NEVER)
        Point nullRecord() {
            return null;
        }
    }

    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("text", "Ünïcode \"quoted\" \\ \u2028 \n \uD83D\uDE00"),
            Map.entry("emptyText", ""),
            Map.entry("textThatLooksLikeJson", "{\"a\": 1}"),
            Map.entry("builder", "built"),
            Map.entry("wholeNumber", "-7"),
            Map.entry("boxed", "9223372036854775807"),
            Map.entry("fraction", "0.1"),
            Map.entry("money", "12.50"),
            Map.entry("large", "1180591620717411303424"),
            Map.entry("yes", "true"),
            Map.entry("letter", "ß"),
            Map.entry("renamed", "extra large"),
            Map.entry("plain", "SMALL"),
            Map.entry("date", "2026-01-31"),
            Map.entry("id", "00000000-0000-0000-0000-000000000001"),
            Map.entry("unknownText", "text"),
            Map.entry("unknownNumber", "5"),
            Map.entry("unknownRecord", "{\"x\":1,\"y\":2}"),
            Map.entry("recordAsText", "{\"x\":1,\"y\":2}"),
            Map.entry("listAsText", "[{\"a\":{\"x\":1,\"y\":2}}]"),
            Map.entry("full", "full"),
            Map.entry("fullNumber", "3"),
            Map.entry("fullLong", "4"),
            Map.entry("fullDouble", "0.5"));

    private static final List<String> NOTHING = List.of("nothing", "alsoNothing", "unknownNull");

    private static final List<String> NULL = List.of("nullText", "nullNumber", "empty", "emptyNumber", "nullRecord");

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void scalarsAreText(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        TEXTS.forEach((tool, text) -> assertText(client.call(tool), text));
    }

    @EveryRevision
    void noResultIsAShortText(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        NOTHING.forEach(tool -> assertText(client.call(tool), "Done."));
        NULL.forEach(tool -> assertText(client.call(tool), "null"));
    }

    @EveryRevision
    void textHasNoOutputSchema(ProtocolVersion version) {
        JsonNode tools =
                server.client(version).request("tools/list", "{}").result().get("tools");
        assertThat(tools).hasSize(TEXTS.size() + NOTHING.size() + NULL.size());
        assertThat(tools).noneMatch(tool -> tool.has("outputSchema"));
    }
}
