package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertContent;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.ResultChecks;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Binary data becomes an image, audio or an embedded resource, by its media type. */
class ResultBinaryTests {

    private static final ProtocolVersion NEWEST = ProtocolVersion.V2026_07_28;

    static class Tools {

        static BufferedImage picture() {
            BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_ARGB);
            image.setRGB(1, 1, Color.RED.getRGB());
            return image;
        }

        @McpTool
        BufferedImage image() {
            return picture();
        }

        @McpTool
        Mono<BufferedImage> imageLater() {
            return Mono.just(picture());
        }

        @McpTool
        byte[] encodedImage(String format) {
            BufferedImage opaque = new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB);
            ByteArrayOutputStream encoded = new ByteArrayOutputStream();
            try {
                ImageIO.write(opaque, format, encoded);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
            return encoded.toByteArray();
        }

        @McpTool
        byte[] sound() {
            return "RIFF\4\0\0\0WAVEfmt ".getBytes(StandardCharsets.ISO_8859_1);
        }

        @McpTool
        byte[] unknown() {
            return new byte[] {0, 1, 2};
        }

        @McpTool
        Optional<byte[]> perhaps() {
            return Optional.of(new byte[0]);
        }

        @McpTool
        Object undeclared() {
            return unknown();
        }

        @McpTool
        Resource named(String name, String text) {
            return new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)) {
                @Override
                public String getFilename() {
                    return name;
                }
            };
        }

        @McpTool
        Resource unnamed() {
            return new ByteArrayResource(sound());
        }

        @McpTool
        Resource file(String path) {
            return new FileSystemResource(path);
        }

        @McpTool
        List<Resource> files(String path) {
            return Arrays.asList(null, new FileSystemResource(path));
        }

        @McpTool
        Content typed(byte[] data, String mimeType) {
            return Content.of(data, mimeType);
        }

        @McpTool
        Content typedAndPlaced(byte[] data, String mimeType) {
            return Content.of(data, mimeType, URI.create("orders://17"));
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void anImageIsSentAsPng(ProtocolVersion version) throws IOException {
        McpTestClient client = server.client(version);
        for (String tool : new String[] {"image", "imageLater"}) {
            JsonNode block = onlyBlock(client.call(tool));
            assertThat(block.get("type").stringValue()).isEqualTo("image");
            assertThat(block.get("mimeType").stringValue()).isEqualTo("image/png");
            BufferedImage decoded =
                    ImageIO.read(new ByteArrayInputStream(block.get("data").binaryValue()));
            assertThat(decoded.getWidth()).isEqualTo(3);
            assertThat(decoded.getRGB(1, 1)).isEqualTo(Color.RED.getRGB());
            assertThat(decoded.getRGB(0, 0)).as("transparent").isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"png, image/png", "gif, image/gif", "jpg, image/jpeg"})
    void encodedImagesAreRecognised(String format, String mimeType) {
        JsonNode block = onlyBlock(client().call("encodedImage", "{\"format\": \"%s\"}".formatted(format)));
        assertThat(block.get("type").stringValue()).isEqualTo("image");
        assertThat(block.get("mimeType").stringValue()).isEqualTo(mimeType);
        assertThat(block.get("data").binaryValue()).isEqualTo(new Tools().encodedImage(format));
    }

    @EveryRevision
    void aWaveFileIsAudio(ProtocolVersion version) {
        String data = Base64.getEncoder().encodeToString(new Tools().sound());
        McpTestClient client = server.client(version);
        for (String tool : new String[] {"sound", "unnamed"}) {
            assertContent(
                    client.call(tool),
                    "[{\"type\": \"audio\", \"data\": \"%s\", \"mimeType\": \"audio/wav\"}]".formatted(data));
        }
    }

    @EveryRevision
    void unknownBytesAreAnEmbeddedResourceWithAUniqueUri(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        JsonNode block = onlyBlock(client.call("unknown"));
        assertThat(block.get("type").stringValue()).isEqualTo("resource");
        assertThat(block.at("/resource/mimeType").stringValue()).isEqualTo("application/octet-stream");
        assertThat(block.at("/resource/blob").stringValue()).isEqualTo("AAEC");
        assertThat(URI.create(block.at("/resource/uri").stringValue())).hasScheme("urn");
        assertThat(onlyBlock(client.call("unknown")))
                .as("the same data has the same address")
                .isEqualTo(block);
        assertThat(onlyBlock(client.call("undeclared"))).isEqualTo(block);
        assertThat(onlyBlock(client.call("perhaps")).at("/resource/uri")).isNotEqualTo(block.at("/resource/uri"));
    }

    @ParameterizedTest
    @CsvSource({
        "notes.txt, text/plain, resource:///notes.txt",
        "rows.csv, text/csv, resource:///rows.csv",
        "order.json, application/json, resource:///order.json",
        "page.html, text/html, resource:///page.html",
        "two words ü#?.txt, text/plain, resource:///two%20words%20%C3%BC%23%3F.txt",
        "../../etc/passwd.txt, text/plain, resource:///..%2F..%2Fetc%2Fpasswd.txt"
    })
    void aResourceOfTextIsEmbeddedUnderItsName(String name, String mimeType, String uri) {
        for (ProtocolVersion version : Revisions.every()) {
            Answer answer =
                    server.client(version).call("named", "{\"name\": \"%s\", \"text\": \"grüß dich\"}".formatted(name));
            assertContent(answer, """
                    [{"type": "resource", "resource": {"uri": "%s", "mimeType": "%s", "text": "grüß dich"}}]
                    """.formatted(uri, mimeType));
        }
    }

    @ParameterizedTest
    @CsvSource({"picture.png, image, image/png", "picture.svg, image, image/svg+xml", "song.mp3, audio, audio/mpeg"})
    void theMediaTypeFollowsFromTheNameOfAResource(String name, String kind, String mimeType) {
        Answer answer = client().call("named", "{\"name\": \"%s\", \"text\": \"abc\"}".formatted(name));
        assertContent(answer, """
                [{"type": "%s", "data": "YWJj", "mimeType": "%s"}]
                """.formatted(kind, mimeType));
    }

    @ParameterizedTest
    @CsvSource({"sheet.pdf, application/pdf", "sheet.class, application/java-vm"})
    void aBinaryResourceIsEmbeddedUnderItsName(String name, String mimeType) {
        Answer answer = client().call("named", "{\"name\": \"%s\", \"text\": \"abc\"}".formatted(name));
        assertContent(answer, """
                [{"type": "resource", "resource": {"uri": "resource:///%s", "mimeType": "%s", "blob": "YWJj"}}]
                """.formatted(name, mimeType));
    }

    @EveryRevision
    void theResultDoesNotContainThePathOfAFile(ProtocolVersion version, @TempDir Path secretFolder) throws IOException {
        Path file = Files.writeString(secretFolder.resolve("report.txt"), "all well");
        String path = JsonMapper.shared().writeValueAsString(file.toString());
        Answer answer = server.client(version).call("file", "{\"path\": %s}".formatted(path));
        assertContent(answer, """
                [{"type": "resource",
                  "resource": {"uri": "resource:///report.txt", "mimeType": "text/plain", "text": "all well"}}]
                """);
        Files.delete(file);
        Answer missing = server.client(version).call("file", "{\"path\": %s}".formatted(path));
        assertThat(missing.contentText()).isEqualTo("There is no result: the file does not exist.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "image/png | {'type': 'image', 'data': 'YWJj', 'mimeType': 'image/png'}",
                "IMAGE/webp | {'type': 'image', 'data': 'YWJj', 'mimeType': 'IMAGE/webp'}",
                "audio/ogg; codecs=opus | {'type': 'audio', 'data': 'YWJj', 'mimeType': 'audio/ogg; codecs=opus'}",
                "text/csv; charset=UTF-8 | {'resource': {'mimeType': 'text/csv; charset=UTF-8', 'text': 'abc'}}",
                "application/json | {'resource': {'mimeType': 'application/json', 'text': 'abc'}}",
                "application/problem+json | {'resource': {'mimeType': 'application/problem+json', 'text': 'abc'}}",
                "application/xml | {'resource': {'mimeType': 'application/xml', 'text': 'abc'}}",
                "application/pdf | {'resource': {'mimeType': 'application/pdf', 'blob': 'YWJj'}}",
                "application/jsonish | {'resource': {'mimeType': 'application/jsonish', 'blob': 'YWJj'}}"
            })
    void theMediaTypeDeterminesTheKindOfContent(String mimeType, String expected) {
        for (ProtocolVersion version : Revisions.every()) {
            String arguments = "{\"data\": \"YWJj\", \"mimeType\": \"%s\"}".formatted(mimeType);
            JsonNode block = onlyBlock(server.client(version).call("typedAndPlaced", arguments));
            String full =
                    expected.replace("{'resource': {", "{'type': 'resource', 'resource': {'uri': 'orders://17', ");
            assertThat(block).isEqualTo(ResultChecks.json(full.replace('\'', '"')));
            JsonNode unplaced = onlyBlock(server.client(version).call("typed", arguments));
            assertThat(unplaced.path("resource").path("uri").stringValue("urn:"))
                    .startsWith("urn:");
            assertThat(unplaced.get("type")).isEqualTo(block.get("type"));
        }
    }

    @EveryRevision
    void aFileThatDoesNotExistIsAnErrorForTheModel(ProtocolVersion version, @TempDir Path folder) throws IOException {
        for (String tool : List.of("file", "files")) {
            Path file = folder.resolve(tool + version + ".txt");
            String arguments = "{\"path\": \"" + file.toString().replace('\\', '/') + "\"}";
            try (RecordedLog log = new RecordedLog()) {
                Answer answer = server.client(version).call(tool, arguments);
                assertThat(answer.isToolError()).isTrue();
                assertThat(answer.contentText()).isEqualTo("There is no result: the file does not exist.");
                assertThat(log.worries()).isEmpty();
            }
            Files.writeString(file, "there");
            assertThat(onlyBlock(server.client(version).call(tool, arguments)).toString())
                    .contains("there");
        }
    }

    @EveryRevision
    void textThatIsNotUtf8IsABlob(ProtocolVersion version) {
        Answer answer =
                server.client(version).call("typedAndPlaced", "{\"data\": \"/w==\", \"mimeType\": \"text/plain\"}");
        assertContent(answer, """
                [{"type": "resource", "resource": {"uri": "orders://17", "mimeType": "text/plain", "blob": "/w=="}}]
                """);
    }

    private McpTestClient client() {
        return server.client(NEWEST);
    }

    private static JsonNode onlyBlock(Answer answer) {
        assertThat(answer.isToolError()).as(answer.text()).isFalse();
        assertThat(answer.result().has("structuredContent")).isFalse();
        assertThat(answer.result().get("content")).hasSize(1);
        return answer.result().at("/content/0");
    }
}
