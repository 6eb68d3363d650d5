package io.mcpspring.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RenderedResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** The pages of lists and their cursors. */
class PagesTests {

    @ParameterizedTest
    @CsvSource({
        "1, a|b|c|d|e",
        "2, 'a,b|c,d|e'",
        "3, 'a,b,c|d,e'",
        "4, 'a,b,c,d|e'",
        "5, 'a,b,c,d,e'",
        "100, 'a,b,c,d,e'"
    })
    void aListIsReadPageByPage(int size, String expected) {
        assertThat(String.join("|", walk(pages(size, "e", "b", "d", "a", "c")))).isEqualTo(expected);
    }

    @Test
    void anEmptyListIsOneEmptyPage() {
        assertThat(walk(pages(2))).containsExactly("");
    }

    @Test
    void pagesAreSerializedInAdvance() {
        List<List<String>> rendered = new ArrayList<>();
        Pages pages = new Pages(items("a", "b", "c"), 2, (page, next) -> {
            rendered.add(page.stream().map(JsonValue::text).toList());
            return result(page, next);
        });
        assertThat(rendered).hasSize(2);
        RenderedResult first = pages.page(new PageParams(null));
        assertThat(pages.page(new PageParams(null))).isSameAs(first);
        pages.page(new PageParams(next(first)));
        assertThat(rendered).hasSize(2);
    }

    @Test
    void aCursorWhoseNameWasRemovedContinuesAfterIt() {
        String afterB = next(pages(2, "a", "b", "c", "d").page(new PageParams(null)));
        assertThat(names(pages(2, "a", "c", "d").page(new PageParams(afterB)))).isEqualTo("c,d");
        assertThat(names(pages(2, "a").page(new PageParams(afterB)))).isEmpty();
        assertThat(next(pages(2, "a").page(new PageParams(afterB)))).isNull();
        assertThat(names(pages(2).page(new PageParams(afterB)))).isEmpty();
    }

    @Test
    void aCursorIsValidOnAnotherInstanceAndAfterAnAddition() {
        String afterB = next(pages(2, "a", "b", "c", "d").page(new PageParams(null)));
        assertThat(next(pages(2, "a", "b", "c", "d").page(new PageParams(null))))
                .isEqualTo(afterB);
        assertThat(names(pages(3, "a", "aa", "b", "bb", "c", "d").page(new PageParams(afterB))))
                .isEqualTo("bb,c,d");
    }

    @Test
    void aCursorIsOpaqueAndContainsAName() {
        String cursor = new Cursor("weather").encode();
        assertThat(cursor).matches("[A-Za-z0-9_-]+");
        assertThat(Cursor.decode(cursor)).isEqualTo(new Cursor("weather"));
        assertThat(Cursor.decode(new Cursor("ü".repeat(128)).encode()).after()).isEqualTo("ü".repeat(128));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "=",
                "AQ",
                "AQ==",
                "AAAAAAAAAA",
                "not a cursor",
                "ü",
                "../../x",
                "null",
                "0",
                "\u0000",
                "AXdlYXRoZXI"
            })
    void anyOtherTextIsAnInvalidParameter(String text) {
        unusable(text);
    }

    @Test
    void aChangedCursorIsAnInvalidParameter() {
        String cursor = new Cursor("weather").encode();
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/";
        for (int at = 0; at < cursor.length(); at++) {
            for (char other : alphabet.toCharArray()) {
                if (other != cursor.charAt(at)) {
                    unusable(cursor.substring(0, at) + other + cursor.substring(at + 1));
                }
            }
            unusable(cursor.substring(0, at));
        }
        unusable(cursor + "A");
        unusable(cursor + "=");
        unusable(cursor + "\n");
    }

    @Test
    void aCursorOfAnotherFormIsAnInvalidParameter() {
        byte[] bytes = Base64.getUrlDecoder().decode(new Cursor("weather").encode());
        bytes[0] = 2;
        unusable(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    @Test
    void aCursorIsAStringOrAbsent() {
        var params = JsonNodeFactory.instance.objectNode();
        assertThat(PageParams.of(params).cursor()).isNull();
        assertThat(PageParams.of(params.putNull("cursor")).cursor()).isNull();
        assertThat(PageParams.of(params.put("cursor", "")).cursor()).isEmpty();
        assertThatExceptionOfType(McpProtocolException.class)
                .isThrownBy(() -> PageParams.of(params.put("cursor", 1)))
                .satisfies(PagesTests::isInvalidParams);
    }

    private static void unusable(String text) {
        assertThatExceptionOfType(McpProtocolException.class)
                .as(text)
                .isThrownBy(() -> pages(2, "a", "b", "c").page(new PageParams(text)))
                .satisfies(PagesTests::isInvalidParams);
    }

    private static void isInvalidParams(McpProtocolException failure) {
        assertThat(failure.error().code()).isEqualTo(JsonRpcError.INVALID_PARAMS);
    }

    private static List<String> walk(Pages pages) {
        List<String> walked = new ArrayList<>();
        RenderedResult page = pages.page(new PageParams(null));
        walked.add(names(page));
        for (String next = next(page); next != null; next = next(page)) {
            page = pages.page(new PageParams(next));
            walked.add(names(page));
        }
        return walked;
    }

    private static Pages pages(int size, String... names) {
        return new Pages(items(names), size, PagesTests::result);
    }

    private static NavigableMap<String, JsonValue> items(String... names) {
        NavigableMap<String, JsonValue> items = new TreeMap<>();
        for (String name : names) {
            items.put(name, JsonValue.of(name));
        }
        return items;
    }

    private static RenderedResult result(List<JsonValue> page, @Nullable String next) {
        return RenderedResult.once((String.join(
                                ",",
                                page.stream()
                                        .map(item -> item.tree().stringValue())
                                        .toList()) + ";" + (next == null ? "" : next))
                .getBytes(StandardCharsets.UTF_8));
    }

    private static String names(RenderedResult page) {
        return text(page).substring(0, text(page).indexOf(';'));
    }

    private static @Nullable String next(RenderedResult page) {
        String next = text(page).substring(text(page).indexOf(';') + 1);
        return next.isEmpty() ? null : next;
    }

    private static String text(RenderedResult page) {
        return StandardCharsets.UTF_8.decode(page.json()).toString();
    }
}
