package io.mcpspring.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

class HiddenCharactersTests {

    /** Hidden between two letters of the Latin script, where a selector or a directional mark is not. */
    private static final int[] HIDDEN = Stream.of(
                    IntStream.rangeClosed(0, 8),
                    IntStream.of(0xb, 0xc),
                    IntStream.rangeClosed(0xe, 0x1f),
                    IntStream.rangeClosed(0x7f, 0x9f),
                    IntStream.of(0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e),
                    IntStream.rangeClosed(0x200b, 0x200d),
                    IntStream.rangeClosed(0x202a, 0x202e),
                    IntStream.rangeClosed(0x2060, 0x2065),
                    IntStream.rangeClosed(0x206a, 0x206f),
                    IntStream.of(0x3164),
                    IntStream.rangeClosed(0xd800, 0xdfff),
                    IntStream.of(0xfeff, 0xffa0),
                    IntStream.rangeClosed(0xfff0, 0xfffb),
                    IntStream.rangeClosed(0x1bca0, 0x1bca3),
                    IntStream.rangeClosed(0x1d173, 0x1d17a),
                    IntStream.rangeClosed(0xe0000, 0xe00ff),
                    IntStream.rangeClosed(0xe01f0, 0xe0fff))
            .flatMapToInt(range -> range)
            .toArray();

    @Test
    void removesExactlyTheHiddenCharacters() {
        int[] removed = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                // The controls of hieroglyphs, of which each Unicode has more.
                .filter(character -> character >> 8 != 0x134)
                .filter(character -> HiddenCharacters.remove("a" + Character.toString(character) + "b")
                        .equals("ab"))
                .toArray();
        assertThat(removed).containsExactly(HIDDEN);
    }

    @Test
    void removesExactlyTheHiddenCharactersFromJson() {
        JsonMapper mapper = JsonMapper.shared();
        JsonMapper ascii =
                JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
        for (int character = 0;
                character <= 0xe0100;
                character += character < 0x3000 || character >= 0xe0000 - 1 ? 1 : 0x7f) {
            String text = "a" + Character.toString(character) + "\"\\u202e\\";
            String expected = HiddenCharacters.remove(text);
            for (JsonMapper writer : new JsonMapper[] {mapper, ascii}) {
                if (Character.isSurrogate((char) character) && character < 0x10000) {
                    continue;
                }
                String json = writer.writeValueAsString(text);
                assertThat(mapper.readValue(removeFromJson(json), String.class)).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "two\r\nlines,\ta tab",
                "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
                "\u0915\u094D\u200D\u0937",
                "\uD83D\uDC69\u200D\u2764\uFE0F\u200D\uD83D\uDC69",
                "\u200Fright to left\u200E",
                "\u2066an isolate\u2069",
                "\u05D0\u05D1!\u200F",
                "1\uFE0F\u20E3 and \u2764\uFE0F",
                "\uD83D\uDE42\u200D\u2194\uFE0F",
                "\uD83D\uDC69\uD83C\uDFFD\u200D\uD83D\uDCBB",
                "\u8FBB\uDB40\uDD00",
                "\u1820\u180B",
                "\u0D28\u0D4D\u200D is a letter",
                "\u0600\u0661",
                "\uD83C\uDFF4"
            })
    void returnsOtherTextsUnchanged(String text) {
        assertThat(HiddenCharacters.remove(text)).isSameAs(text);
    }

    @Test
    void removesSeveralInARow() {
        assertThat(HiddenCharacters.remove("\u200B\u200Ba\uDB40\uDC41\uDB40\uDC42b\uFEFF"))
                .isEqualTo("ab");
        assertThat(removeFromJson("{\"\\u200ba\":[\"\\u0000\\b\\f\\\\b\uFEFF\\n\"]}"))
                .isEqualTo("{\"a\":[\"\\\\b\\n\"]}");
    }

    @ParameterizedTest
    @CsvSource({
        "a\uFE0F\uFE0E\uFE01, a\uFE0F",
        "a\uDB40\uDD00\uDB40\uDD01\uDB40\uDDEF, a\uDB40\uDD00",
        "' \uFE0F|\uDB40\uDD01\n\uDB40\uDD02', ' |\uDB40\uDD01\n'",
        "\uFE0F, ''",
        "a\u200Db\u200Cc \u200D1\u200D2, abc 12",
        "\u06CC\u200C\u200C\u200D\u062E, \u06CC\u200C\u062E",
        "\u2764\uFE0F\u200Da, \u2764\uFE0Fa",
        "\uD83D\uDC69\u200D\u200D\uD83D\uDC69, \uD83D\uDC69\uD83D\uDC69",
        "\u200F\u200E\u200F\u05D0, \u200F\u05D0",
        "\u3164\u115F\u00AD\u034F\uFFA0\u2065x\u180E, x"
    })
    void keepsOnlyTheOneThatTextNeeds(String text, String clean) {
        assertThat(HiddenCharacters.remove(text)).isEqualTo(clean);
        assertThat(removeFromJson(JsonMapper.shared().writeValueAsString(text)))
                .isEqualTo(JsonMapper.shared().writeValueAsString(clean));
        assertThat(HiddenCharacters.remove(clean)).isSameAs(clean);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u200B", "\u200B\uDB40", "\uDB40\u200B", "\uDB40\uDB40"})
    void theHalvesOfATagAreNotJoined(String between) {
        String text = "a\uDB40" + between + "\uDC41b";
        assertThat(HiddenCharacters.remove(text).codePoints()).noneMatch(character -> character >= 0xe0000);
        String json = "\"a\\udb40" + escaped(between) + "\\udc41b\"";
        assertThat(removeFromJson(json)).matches("\"a.?b\"");
    }

    @Test
    void numbersAndOrderRemainAsTheyWereWritten() {
        String json = "{\"b\":[1.50,1E+400,true,null,{}],\"a\":%s}";
        assertThat(removeFromJson(json.formatted("\"\\u200b\""))).isEqualTo(json.formatted("\"\""));
    }

    private static String removeFromJson(String json) {
        return CleanTexts.json(JsonValue.ofUtf8(json.getBytes(StandardCharsets.UTF_8)))
                .text();
    }

    private static String escaped(String text) {
        return text.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining());
    }
}
