package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.resource.McpResourceLocation;
import io.mcpspring.resource.McpResources;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.InputStreamResource;
import tools.jackson.databind.JsonNode;

/** All files of a location are published, and no others. */
class ResourceLocationTests {

    static class Nothing {}

    static class Own {

        @McpResource(uri = "resource:///guide.md")
        String guide() {
            return "own";
        }
    }

    /** A file without an end. */
    static class Large {

        private static InputStream zeros() {
            return new InputStream() {

                @Override
                public int read() {
                    return 0;
                }
            };
        }

        @McpResource(uri = "endless://stream")
        InputStream stream() {
            return zeros();
        }

        @McpTool(name = "large")
        @McpResource(uri = "endless://resource")
        org.springframework.core.io.Resource resource() {
            return new InputStreamResource(zeros());
        }
    }

    static class Located {

        static volatile Path folder;

        @Bean
        McpResourceLocation located() {
            return new McpResourceLocation("file:" + folder + "/**/*.md", URI.create("docs://b%C3%BCro/"));
        }
    }

    static class Packed {

        static volatile URI jar;

        @Bean
        McpResourceLocation firstOfTheClassPath() {
            return new McpResourceLocation("classpath:public/**", URI.create("first:///"));
        }

        @Bean
        McpResourceLocation inTheJar() {
            return new McpResourceLocation("jar:" + jar + "!/public/**", URI.create("jar:///"));
        }
    }

    private static final List<String> HOSTILE = List.of(
            "../secret.txt",
            "%2e%2e/secret.txt",
            "..%2Fsecret.txt",
            "deep/../guide.md",
            "./guide.md",
            "deep/%2E%2E/%2e%2e/secret.txt",
            "link.txt",
            "linked/secret.txt",
            ".env",
            ".git/config",
            "/guide.md",
            "guide.md/",
            "guide.md%00",
            "guide%2Emd",
            "GUIDE.md",
            "deep",
            "deep/",
            "",
            "..",
            "~/x",
            "later.txt",
            "LICENSE",
            "deep/er/data.json",
            "picture.png",
            "guide.md?x",
            "guide.md#x",
            "file:///etc/passwd");

    @TempDir
    private Path temp;

    private Path folder;

    @BeforeEach
    void makeFiles() throws IOException {
        this.folder = temp.resolve("public");
        write("public/guide.md", "# Guide");
        write("public/deep/er/data.json", "{}");
        write("public/deep/public/again.txt", "again");
        write("public/& about us.html", "<p>ü</p>");
        write("public/100% {sure}+#?.txt", "sure");
        write("public/picture.png", "\u0089PNG");
        write("public/LICENSE", "free");
        write("public/empty.txt", "");
        write("public/.env", "password");
        write("public/.git/config", "secret");
        Files.createDirectory(folder.resolve("nothing"));
        write("secret.txt", "secret");
        write("public-not/secret.txt", "secret");
    }

    private void write(String path, String content) throws IOException {
        Path file = temp.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(
                file,
                content.getBytes(content.startsWith("\u0089") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8));
    }

    private static TestServer serve(Class<?> beans, String... locations) {
        return TestServer.start(
                beans, "server.shutdown=immediate", "mcp.server.resources.locations=" + String.join(",", locations));
    }

    private static List<String> uris(TestServer server) {
        return server.context().getBean(McpResources.class).list().stream()
                .map(Resource::uri)
                .toList();
    }

    private static JsonNode document(McpTestClient client, String uri) {
        return client.read(uri).result().at("/contents/0");
    }

    @Test
    void allFilesBelowAFolderArePublished() {
        try (TestServer server = serve(Nothing.class, "file:" + folder + "/**")) {
            assertThat(uris(server))
                    .containsExactlyInAnyOrder(
                            "resource:///guide.md",
                            "resource:///deep/er/data.json",
                            "resource:///deep/public/again.txt",
                            "resource:///&%20about%20us.html",
                            "resource:///100%25%20%7Bsure%7D+%23%3F.txt",
                            "resource:///picture.png",
                            "resource:///LICENSE",
                            "resource:///empty.txt");
            for (ProtocolVersion version : ProtocolVersion.values()) {
                McpTestClient client = server.client(version);
                JsonNode listed =
                        client.request("resources/list", "{}").result().get("resources");
                assertThat(listed.get(0))
                        .hasToString("{\"uri\":\"resource:///&%20about%20us.html\","
                                + "\"name\":\"& about us.html\",\"mimeType\":\"text/html\",\"size\":9}");
                for (JsonNode resource : listed) {
                    JsonNode document = document(client, resource.get("uri").stringValue());
                    assertThat(document.get("uri")).isEqualTo(resource.get("uri"));
                    assertThat(document.get("mimeType").stringValue())
                            .isEqualTo(resource.path("mimeType").asString("text/plain"));
                }
                assertThat(document(client, "resource:///100%25%20%7Bsure%7D+%23%3F.txt")
                                .get("text")
                                .stringValue())
                        .isEqualTo("sure");
                assertThat(document(client, "resource:///picture.png")
                                .get("blob")
                                .stringValue())
                        .isEqualTo("iVBORw==");
                assertThat(document(client, "resource:///guide.md")
                                .get("mimeType")
                                .stringValue())
                        .isEqualTo("text/markdown");
                assertThat(document(client, "resource:///empty.txt").get("text").stringValue())
                        .isEmpty();
            }
        }
    }

    @Test
    void noFileOutsideTheFolderCanBeRead() throws IOException {
        Files.createSymbolicLink(folder.resolve("link.txt"), temp.resolve("secret.txt"));
        Files.createSymbolicLink(folder.resolve("linked"), temp.resolve("public-not"));
        Files.createSymbolicLink(folder.resolve("inside.md"), folder.resolve("guide.md"));
        Files.createSymbolicLink(temp.resolve("entrance"), folder);
        try (TestServer server = serve(Nothing.class, "file:" + temp + "/entrance/**")) {
            assertThat(uris(server))
                    .contains("resource:///inside.md", "resource:///guide.md")
                    .noneMatch(uri -> uri.contains("link") || uri.contains("secret") || uri.contains("/."));
            // Files that are added or replaced later are not published either.
            write("public/later.txt", "later");
            Files.delete(folder.resolve("LICENSE"));
            Files.createSymbolicLink(folder.resolve("LICENSE"), temp.resolve("secret.txt"));
            Files.delete(folder.resolve("deep/er/data.json"));
            Files.delete(folder.resolve("picture.png"));
            Files.createDirectory(folder.resolve("picture.png"));
            write("public/guide.md", "# Changed");
            for (ProtocolVersion version : List.of(ProtocolVersion.V2025_03_26, ProtocolVersion.V2026_07_28)) {
                McpTestClient client = server.client(version);
                for (String hostile : HOSTILE) {
                    JsonNode error = client.read("resource:///" + hostile).error();
                    assertThat(error.get("code").intValue())
                            .as(hostile)
                            .isEqualTo(version.isModern() ? -32602 : -32002);
                }
                assertThat(client.read(temp.resolve("secret.txt").toUri().toString())
                                .json()
                                .has("error"))
                        .isTrue();
                assertThat(document(client, "resource:///guide.md").get("text").stringValue())
                        .isEqualTo("# Changed");
            }
        }
    }

    @Test
    void jarsAndFoldersOfTheClassPathArePublished() throws Exception {
        Path jar = temp.resolve("a jar.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (String name : List.of(
                    "public/",
                    "public/packed.md",
                    "public/public/Über uns.txt",
                    "public/.hidden",
                    "other/secret.txt")) {
                out.putNextEntry(new JarEntry(name));
                out.write(name.endsWith("/") ? new byte[0] : "packed".getBytes(StandardCharsets.UTF_8));
            }
        }
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        URL[] path = {jar.toUri().toURL(), temp.toUri().toURL()};
        try (URLClassLoader packed = new URLClassLoader(path, before)) {
            Thread.currentThread().setContextClassLoader(packed);
            Packed.jar = jar.toUri();
            try (TestServer server = serve(Packed.class, "classpath*:/public/**")) {
                assertPacked(server, "first:///");
                assertPacked(server, "jar:///");
                assertPacked(server, "resource:///");
                assertThat(uris(server).stream().filter(uri -> uri.startsWith("first:///")))
                        .hasSize(2);
                assertThat(uris(server).stream().filter(uri -> uri.startsWith("resource:///")))
                        .contains("resource:///guide.md", "resource:///deep/public/again.txt")
                        .hasSize(10);
                assertThat(document(server.client(ProtocolVersion.V2026_07_28), "resource:///LICENSE")
                                .get("text")
                                .stringValue())
                        .isEqualTo("free");
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static void assertPacked(TestServer server, String base) {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        for (String uri : List.of(base + "packed.md", base + "public/%C3%9Cber%20uns.txt")) {
            JsonNode listed = client.request("resources/list", "{}")
                    .result()
                    .get("resources")
                    .valueStream()
                    .filter(resource -> resource.get("uri").stringValue().equals(uri))
                    .findFirst()
                    .orElseThrow();
            assertThat(listed.get("size").intValue()).isEqualTo(6);
            assertThat(document(client, uri).get("text").stringValue()).isEqualTo("packed");
        }
        assertThat(uris(server)).noneMatch(uri -> uri.contains("hidden") || uri.contains("secret"));
    }

    @Test
    void aLocationMayBeABeanWithItsOwnBase() {
        Located.folder = folder;
        try (TestServer server = serve(Located.class, "file:" + folder + "/deep/**", "file:" + folder + "/guide.md")) {
            assertThat(uris(server))
                    .containsExactly(
                            "docs://b%C3%BCro/guide.md",
                            "resource:///er/data.json", "resource:///guide.md", "resource:///public/again.txt");
        }
    }

    @Test
    void aLocationMayBeRelativeOrHaveSpecialCharacters() throws IOException {
        Located.folder = temp.resolve("an office");
        write("an office/a b/d.md", "d");
        try (TestServer server = serve(
                Located.class, "file:../../mcp-spring-boot-test/src/main/resources/io/mcpspring/test/sch?ma/*.json")) {
            assertThat(uris(server)).contains("docs://b%C3%BCro/a%20b/d.md", "resource:///schema/2026-07-28.json");
            assertThat(document(server.client(ProtocolVersion.V2026_07_28), "docs://b%C3%BCro/a%20b/d.md")
                            .get("text")
                            .stringValue())
                    .isEqualTo("d");
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void warningsNameLocationsWithoutFiles(CapturedOutput log) {
        String[] nothing = {
            "file:" + folder,
            "file:" + folder + "/",
            "file:" + folder + "/nothing/**",
            "file:" + temp + "/none/**",
            "file:" + temp + "/none.txt",
            "classpath:/none/**",
            "classpath*:none/**",
            "classpath:none.txt",
            folder.toString()
        };
        try (TestServer server = serve(Nothing.class, nothing)) {
            assertThat(uris(server)).isEmpty();
            assertThat(nothing)
                    .allSatisfy(location ->
                            assertThat(log).containsOnlyOnce("No file is published from '" + location + "'"));
        }
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        write("sizes/fits.txt", "x".repeat(1024));
        write("sizes/large.txt", "x".repeat(1025));
        write("sizes/grows.txt", "x");
        try (TestServer server = TestServer.start(
                Large.class,
                "server.shutdown=immediate",
                "mcp.server.resources.max-size=1KB",
                "mcp.server.resources.locations=file:" + temp + "/sizes/**")) {
            write("sizes/grows.txt", "x".repeat(1_000_000));
            for (ProtocolVersion version : ProtocolVersion.values()) {
                McpTestClient client = server.client(version);
                assertThat(document(client, "resource:///fits.txt").get("text").stringValue())
                        .hasSize(1024);
                assertThat(client.call("large").isToolError()).isTrue();
                assertThat(client.call("large").contentText())
                        .isEqualTo("The content is larger than the 1024 bytes that are allowed"
                                + " (mcp.server.resources.max-size, or the limit of the entry)");
                for (String large : List.of(
                        "resource:///large.txt", "resource:///grows.txt", "endless://stream", "endless://resource")) {
                    JsonNode error = client.read(large).error();
                    assertThat(error.get("code").intValue()).isEqualTo(-32603);
                    assertThat(error.get("message").stringValue())
                            .isEqualTo("The content is larger than the 1024 bytes that are allowed"
                                    + " (mcp.server.resources.max-size, or the limit of the entry)");
                }
            }
        }
    }

    @Test
    void twoFilesCannotHaveOneAddress() throws IOException {
        write("more/guide.md", "more");
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> serve(Nothing.class, "file:" + folder + "/**", "file:" + temp + "/more/**"))
                .withMessageContaining("There is another resource 'resource:///guide.md'");
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> serve(Own.class, "file:" + folder + "/*.md"))
                .withMessageContaining("There is another resource 'resource:///guide.md'");
    }
}
