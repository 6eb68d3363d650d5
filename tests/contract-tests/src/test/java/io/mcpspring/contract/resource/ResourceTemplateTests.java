package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Matching a URI to a template and its variables. */
class ResourceTemplateTests {

    static class Templates {

        @McpResource(uri = "o://fixed/note")
        String fixed() {
            return "fixed";
        }

        @McpResource(uri = "o://{id}/note")
        String note(String id) {
            return "note of " + id;
        }

        @McpResource(uri = "o://{id}/{part}")
        String part(String id, String part) {
            return part + " of " + id;
        }

        @McpResource(uri = "o://{id}")
        String order(String id) {
            return "order " + id;
        }

        @McpResource(uri = "o://{+all}")
        String rest(String all) {
            return "rest " + all;
        }

        @McpResource(uri = "t://{date}/{uuid}/{flag}")
        String typed(LocalDate date, UUID uuid, boolean flag) {
            return date.getDayOfYear() + " " + uuid.version() + " " + flag;
        }

        @McpResource(uri = "f://{name}.{ext}")
        String file(String name, String ext) {
            return name + " as " + ext;
        }

        @McpResource(uri = "g://{+path}/{name}?v={version}")
        String versioned(String path, String name, String version) {
            return path + ", " + name + ", " + version;
        }

        @McpResource(uri = "urn:isbn:{isbn}")
        String book(String isbn) {
            return "book " + isbn;
        }

        @McpResource(uri = "u:{+all}")
        String opaque(String all) {
            return all;
        }

        @McpResource(uri = "h://{a}-{b}-{c}-{d}-{e}-{f}-{g}!{+h}!{+i}!{+j}")
        String hard(String a) {
            return a;
        }

        @McpResource(uri = "m://a.c/(x)/{id}")
        String meta(String id) {
            return "meta " + id;
        }
    }

    static class Paths {

        @McpResource(uri = "p:///docs/{+path}")
        String below(String path) {
            return path;
        }

        @McpResource(uri = "p:///one/{name}")
        String one(String name) {
            return name;
        }

        @McpResource(uri = "file://{+path}")
        String whole(String path) {
            return path;
        }
    }

    private static final TestServer SERVER = TestServer.shared(Templates.class);

    private static Answer read(ProtocolVersion version, String uri) {
        return SERVER.client(version).read(uri);
    }

    private static String text(ProtocolVersion version, String uri) {
        JsonNode document = read(version, uri).result().at("/contents/0");
        assertThat(document.get("uri").stringValue()).isEqualTo(uri);
        return document.get("text").stringValue();
    }

    private static Stream<Arguments> inAllRevisions(Arguments... all) {
        return Stream.of(all)
                .flatMap(each -> Arrays.stream(ProtocolVersion.values())
                        .map(version ->
                                Arguments.of(version, each.get()[0], each.get().length > 1 ? each.get()[1] : null)));
    }

    private static Stream<Arguments> addresses() {
        return inAllRevisions(
                Arguments.of("o://fixed/note", "fixed"),
                Arguments.of("o://N17/note", "note of N17"),
                Arguments.of("o://N17/photo", "photo of N17"),
                Arguments.of("o://N17", "order N17"),
                Arguments.of("o://N17/a/b", "rest N17/a/b"),
                Arguments.of("o://N17/", "rest N17/"),
                Arguments.of("o://N%2017/n%C3%B6te", "nöte of N 17"),
                Arguments.of("o://a%2Fb", "order a/b"),
                Arguments.of("o://a%2fb/c%252F", "c%2F of a/b"),
                Arguments.of("o://a+b", "order a+b"),
                Arguments.of("o://%C3%BC%F0%9F%98%80", "order ü😀"),
                Arguments.of("o://100%25", "order 100%"),
                Arguments.of("o://a?b#c", "rest a?b#c"),
                Arguments.of("o://a...b", "order a...b"),
                Arguments.of("o://.hidden/..x", "..x of .hidden"),
                Arguments.of("t://2026-02-01/123e4567-e89b-42d3-a456-426614174000/true", "32 4 true"),
                Arguments.of("f://a.b.txt", "a.b as txt"),
                Arguments.of("g://a/b/c?v=1", "a/b, c, 1"),
                Arguments.of("urn:isbn:978-3-16", "book 978-3-16"),
                Arguments.of("h://1-2-3-4-5-6-7!a!b!c", "1"),
                Arguments.of("m://a.c/(x)/1", "meta 1"));
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void theMostSpecificTemplateGetsDecodedValues(ProtocolVersion version, String uri, String text) {
        assertThat(text(version, uri)).isEqualTo(text);
    }

    private static Stream<Arguments> strangers() {
        return inAllRevisions(Stream.of(
                        "o:/N17",
                        "o://",
                        "O://N17",
                        "x://o://N17",
                        "f://a",
                        "f://.txt",
                        "f://a.",
                        "f://a/b.txt",
                        "g://a?v=1",
                        "g:///b?v=1",
                        "m://abc/(x)/1",
                        "urn:isbn:",
                        "urn:isbn:1/2",
                        // Texts that are not URIs.
                        "o://Mü",
                        "o://a b",
                        "o://😀",
                        "o://100%",
                        "o://%zz",
                        "o://%2",
                        "o://a[b]",
                        "o://a\nb",
                        "o://a#b#c",
                        "u://",
                        "u:#a",
                        // Paths that lead out of a folder, in various encodings.
                        "o://..",
                        "o://../etc/passwd",
                        "o://a/../../etc/passwd",
                        "o://%2e%2e",
                        "o://a/%2E%2e/b",
                        "o://..%2Fetc%2Fpasswd",
                        "o://a%2F..",
                        "o://..%5Cwindows",
                        "o://a/..\\b",
                        "o://a/%2e.%2f",
                        "o://a%00b",
                        "o://a/b\0",
                        "f://..%2F..%2Fa.txt",
                        "f://C%3A%5CWindows%5Cwin.ini",
                        "f://c:x.y",
                        "f://a%5Cb.txt",
                        "g://C:/x/y?v=1%5C")
                .map(Arguments::of)
                .toArray(Arguments[]::new));
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void aUriThatMatchesNoTemplateIsNotFound(ProtocolVersion version, String uri, Object none) {
        JsonNode error = read(version, uri).error();
        assertThat(error.get("code").intValue()).isEqualTo(version.isModern() ? -32602 : -32002);
        assertThat(error.at("/data/uri").stringValue()).isEqualTo(uri);
    }

    @Test
    void aValueIsNotAnAbsolutePathUnlessItIsTheWholePath() {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            McpTestClient client = TestServer.shared(Paths.class).client(version);
            for (String absolute : List.of(
                    "p:///docs//etc/passwd",
                    "p:///docs/%2Fetc",
                    "p:///docs/%5C%5Chost",
                    "p:///one/%2fetc%2fpasswd",
                    "p:///one/%5c",
                    "file:///a/../b",
                    "file:///a/%2e%2E")) {
                assertThat(client.read(absolute).error().at("/data/uri").stringValue())
                        .isEqualTo(absolute);
            }
            for (String fine : List.of("p:///docs/a//b", "p:///one/a%2F", "file:///etc/passwd")) {
                assertThat(client.read(fine).result().at("/contents/0/text").stringValue())
                        .isIn("a//b", "a/", "/etc/passwd");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t://today/123e4567-e89b-42d3-a456-426614174000/true",
                "t://2026-02-01/123/true",
                "t://2026-02-01/123e4567-e89b-42d3-a456-426614174000/perhaps"
            })
    void aUriWithAValueOfAnotherTypeIsNotFound(String uri) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            JsonNode error = read(version, uri).error();
            assertThat(error.get("code").intValue()).isEqualTo(version.isModern() ? -32602 : -32002);
            assertThat(error.get("message").stringValue()).startsWith("No such resource: Argument '");
        }
    }

    @Test
    void maliciousAddressesAreNotFound() {
        // This is longer than the allowed headers of a modern request.
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
        for (String hostile : List.of(
                "h://" + "a-".repeat(4_000),
                "h://" + "-".repeat(8_000) + "!",
                "h://" + "-a".repeat(2_000) + "!a".repeat(2),
                "h://" + "a-".repeat(1_000) + "/" + "!a".repeat(2_000),
                "h://1-2-3-4-5-6-7" + "!".repeat(8_000) + " x",
                "o://" + "/".repeat(9_000),
                "o://" + "%2F".repeat(100_000),
                "g://" + "/?v=".repeat(2_000),
                "f://" + ".".repeat(1_000_000))) {
            assertThat(client.read(hostile).errorCode()).isEqualTo(-32002);
        }
        assertThat(text(ProtocolVersion.V2025_11_25, "o://" + "x/".repeat(4_000)))
                .hasSize(8_005);
    }
}
