package io.mcpspring.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

class HiddenCharactersTests {

    private static final int[] HIDDEN = Stream.of(
                    IntStream.rangeClosed(0, 8),
                    IntStream.of(0xb, 0xc),
                    IntStream.rangeClosed(0xe, 0x1f),
                    IntStream.rangeClosed(0x7f, 0x9f),
                    IntStream.of(0x200b),
                    IntStream.rangeClosed(0x202a, 0x202e),
                    IntStream.rangeClosed(0x2060, 0x2064),
                    IntStream.of(0xdb40, 0xfeff),
                    IntStream.rangeClosed(0xe0000, 0xe007f))
            .flatMapToInt(range -> range)
            .toArray();

    @Test
    void removesExactlyTheHiddenCharacters() {
        int[] removed = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
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

    @Test
    void keepsSurrogatesThatAreNotTags() {
        assertThat(HiddenCharacters.remove("\uDB40\uDD00")).isEqualTo("\uDB40\uDD00");
        assertThat(removeFromJson("\"\\udb40\\udd00\"")).isEqualTo("\"\uDB40\uDD00\"");
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
