package io.mcpspring.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cost of matching a URI to a template, and names that are special on Windows. */
class AddressTests {

    static Stream<Arguments> hostile() {
        return Stream.of(
                        "db://{schema}.{table}",
                        "db://{+schema}.{+table}",
                        "db://{a}.{b}.{c}.{d}.{e}.{f}",
                        "db://{+a}/{+b}/{+c}",
                        "db://{a}/{+b}.{c}",
                        "db://{+a}..{+b}..{+c}",
                        "db://{a}{?b,c}",
                        "db://{a}.{b}{?c}")
                .flatMap(template -> Stream.of(".", "/", "a", "a.", "./", "/a", "?", "&", "b=1&")
                        .flatMap(part -> Stream.of("", "?", "/", "#", "!", "?b=1")
                                .map(end -> Arguments.of(
                                        template,
                                        "db://" + part.repeat((8_000 - end.length()) / part.length()) + end))));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void matchingTakesLittleTime(String template, String uri) {
        assertTimeoutPreemptively(Duration.ofSeconds(1), () -> {
            if (Address.isWellFormed(uri)) {
                Address.of(template).match(uri);
            }
        });
    }

    @Test
    void anAddressThatIsTooLongIsNotMatched() {
        assertThat(Address.isWellFormed("db://" + "a".repeat(Address.MAX_CHARACTERS)))
                .isFalse();
        assertThat(Address.isWellFormed("db://" + "a".repeat(Address.MAX_CHARACTERS - 5)))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource
    void matchingFindsWhatASearchByAPatternFinds(String template) {
        Address address = Address.of(template);
        StringBuilder pattern =
                new StringBuilder(Pattern.quote(address.literals().get(0)));
        for (int i = 0; i < address.variables().size(); i++) {
            pattern.append(address.variables().get(i).slashes() ? "(.+)" : "([^/?#]+)")
                    .append(Pattern.quote(address.literals().get(i + 1)));
        }
        Random random = new Random(template.hashCode());
        for (int i = 0; i < 5_000; i++) {
            String uri = random.ints(random.nextInt(1, 14), 0, 5)
                    .mapToObj(index -> "ab.-/".substring(index, index + 1))
                    .collect(Collectors.joining("", "db:", ""));
            Matcher matcher = Pattern.compile(pattern.toString()).matcher(uri);
            List<String> expected = new ArrayList<>();
            for (int group = 1; matcher.matches() && group <= matcher.groupCount(); group++) {
                expected.add(matcher.group(group));
            }
            // Values that lead out of a folder do not match.
            if (expected.stream().noneMatch(value -> value.startsWith("/") || value.contains(".."))) {
                assertThat(address.match(uri, false).map(Map::values).orElse(List.of()))
                        .as(uri)
                        .containsExactlyElementsOf(expected);
            }
        }
    }

    static List<String> matchingFindsWhatASearchByAPatternFinds() {
        return List.of(
                "db:{a}",
                "db:{+a}",
                "db:{a}-{b}",
                "db:{a}-{+b}",
                "db:{+a}-{b}",
                "db:{+a}/{b}",
                "db:{a}/{b}.{c}",
                "db:{+a}.{+b}",
                "db:{a}-{b}.{c}-{d}",
                "db:{+a}-{b}/{+c}.a",
                "db:{a}ab{+b}-{c}");
    }

    private static Map<String, String> match(String template, String uri) {
        return Address.of(template).match(uri).orElse(null);
    }

    @ParameterizedTest
    @CsvSource({
        "a://{x}, a://nul",
        "a://{x}, a://NUL.txt",
        "a://{+x}, a://folder/COM1",
        "a:{+x}, a:C:/folder/file:stream",
        "a://{x}, a://file%3Astream",
        "a://b{?x}, a://b?x=con"
    })
    void aValueIsNotTheNameOfADeviceOrAStreamOnWindows(String template, String uri) {
        assertThat(Address.of(template).match(uri, true)).isEmpty();
        assertThat(Address.of(template).match(uri, false)).isPresent();
    }

    @Test
    void aWholePathMayBeginWithADriveOnWindows() {
        assertThat(Address.of("a:{+x}").match("a:C:/folder/file", true)).contains(Map.of("x", "C:/folder/file"));
    }

    @ParameterizedTest
    @CsvSource({"a:{x}4, a:%44", "a:{x}1{y}, a:%411"})
    void aVariableDoesNotMatchPartOfAnEncodedCharacter(String template, String uri) {
        assertThat(Address.of(template).match(uri)).isEmpty();
    }

    @Test
    void aVariableEndsBeforeAnEncodedCharacterThatTheNextOneNeeds() {
        assertThat(match("a:{x}1{y}", "a:b1%11")).isEqualTo(Map.of("x", "b", "y", "\u0011"));
        assertThat(match("a:{x}4{+y}", "a:%44%444%44")).isEqualTo(Map.of("x", "DD", "y", "D"));
    }

    @Test
    void theFirstVariableIsGreedy() {
        assertThat(match("a:{x}.{y}", "a:1.2.3")).isEqualTo(Map.of("x", "1.2", "y", "3"));
        assertThat(match("a:{x}/{+y}", "a:1/2/3")).isEqualTo(Map.of("x", "1", "y", "2/3"));
        assertThat(match("a:{+x}/{y}", "a:1/2/3")).isEqualTo(Map.of("x", "1/2", "y", "3"));
        assertThat(match("a:{+x}.{+y}", "a:1.2.")).isEqualTo(Map.of("x", "1", "y", "2."));
        assertThat(match("a:{x}.{y}/z", "a:1.2.3/z")).isEqualTo(Map.of("x", "1.2", "y", "3"));
        assertThat(match("a:{x}.{y}", "a:1/2.3")).isNull();
        assertThat(match("a:{x}aa{y}", "a:aaaaaa")).isEqualTo(Map.of("x", "aaa", "y", "a"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a://s              | {}",
                "a://s?             | {}",
                "a://s?q=1          | {q=1}",
                "a://s?limit=2&q=1  | {limit=2, q=1}",
                "a://s?&&q=1&       | {q=1}",
                "a://s?q            | {q=}",
                "a://s?q=           | {q=}",
                "a://s?q=a=b        | {q=a=b}",
                "a://s?q=a+b%2Bc%26 | {q=a b+c&}",
                "a://s?%71=1        | {q=1}",
                "a://s?Q=1&other=2  | {}",
                "a://s?q=a?b/c      | {q=a?b/c}"
            })
    void aQueryHasItsParametersInAnyOrder(String uri, String values) {
        assertThat(match("a://s{?q,limit}", uri)).hasToString(values);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a://s/",
                "a://sq=1",
                "a://s&q=1",
                "a://s?q=1&q=2",
                "a://s?q=1#f",
                "a://s#f",
                "a://t?q=1",
                "a://s?q=../x",
                "a://s?q=/etc",
                "a://s?q=C:x",
                "a://s?q=a%5Cb",
                "a://s?q=%00"
            })
    void anotherQueryDoesNotMatch(String uri) {
        assertThat(match("a://s{?q,limit}", uri)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"C:", "c:/x", "c%3Ax", "%43%3A%5CWindows", "a%5Cb", "%5C", "a/..%5Cb", "%5C%5Chost%5Cshare"})
    void aPathOfWindowsIsNotAValue(String value) {
        assertThat(match("note://{name}", "note://" + value)).isNull();
        assertThat(match("note:///a/{name}", "note:///a/" + value)).isNull();
        assertThat(match("note:{a}-{b}", "note:x-" + value)).isNull();
    }

    @Test
    void onlyAVariableForTheWholePathMayBeAbsolute() {
        assertThat(match("file://{+path}", "file://C:/Windows")).isEqualTo(Map.of("path", "C:/Windows"));
        assertThat(match("file://{+path}", "file:///etc")).isEqualTo(Map.of("path", "/etc"));
        assertThat(match("docs:///{+path}", "docs:///C:/Windows")).isNull();
        assertThat(match("docs:///{+path}", "docs:///a%5Cb")).isEqualTo(Map.of("path", "a\\b"));
        assertThat(match("urn:{+path}", "urn:a:b")).isNotNull();
        assertThat(match("time:{t}", "time:10:30")).isEqualTo(Map.of("t", "10:30"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CON",
                "con.txt",
                "a/NUL",
                "Nul .x",
                "aux",
                "PRN.a.b",
                "COM1",
                "lpt9.txt",
                "COM\u00b9",
                "CONIN$",
                "conout$",
                "name:stream",
                "a.txt::$DATA",
                "x/CON/y",
                "a\\nul"
            })
    void namesOfWindowsDevicesAreRecognized(String path) {
        assertThat(FileNames.isDeviceOrStream(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONTRACT", "console.txt", "nulls", "COM", "COM10", "my.con", "a/b.c", "auxiliary", "LPT"})
    void otherNamesAreNotNamesOfWindowsDevices(String path) {
        assertThat(FileNames.isDeviceOrStream(path)).isFalse();
    }

    @Test
    void aTemplateWithAQueryIsMoreSpecificTheMoreOfItIsFixed() {
        List<Address> sorted = Stream.of("a://{+all}", "a://search{?q}", "a://search?q={q}", "a://{x}")
                .map(Address::of)
                .sorted(Address.BY_SPECIFICITY.reversed())
                .toList();
        assertThat(sorted)
                .extracting(Address::text)
                .containsExactly("a://search?q={q}", "a://search{?q}", "a://{x}", "a://{+all}");
        assertThat(Address.of("a://s{?q}").shape())
                .isEqualTo(Address.of("a://s{?r,s}").shape());
    }
}
