package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The media types that the server accepts for a body. */
class ContentTypeTests {

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "application/json",
                "application/json; charset=UTF-8",
                "application/json;charset=\"utf-8\"",
                "Application/JSON",
                "application/json; charset=iso-8859-1",
                "application/json; charset=banana",
                "application/json;;=",
                "application/json; v=1",
                "application/json, application/json",
                "application/json;charset=utf-8, application/json",
                ""
            })
    void jsonIsAcceptedWithAnyParametersAndWithoutAType(String type) {
        assertThat(ping(type).status()).isEqualTo(200);
    }

    @Test
    void theBodyIsReadAsUtf8IgnoringTheCharset() {
        Map<String, String> headers = client.headers();
        headers.put("Content-Type", "application/json; charset=iso-8859-1");
        Answer answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":\"Zürich\",\"method\":\"ping\"}", headers);
        assertThat(answer.json().get("id").stringValue()).isEqualTo("Zürich");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "text/json",
                "application/vnd.api+json",
                "application/json-seq",
                "garbage",
                "application/*",
                "application/x-www-form-urlencoded",
                "application/json, text/plain"
            })
    void anotherTypeIsRefused(String type) {
        Answer answer = ping(type);
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.error().get("message").stringValue())
                .isEqualTo("The body must be application/json, but Content-Type is '" + type + "'");
        assertThat(answer.json().has("id")).isFalse();
    }

    /** Spring MVC reads the parts before it looks for a handler. */
    @Test
    void partsAreRefused() {
        Map<String, String> headers = client.headers();
        headers.put("Content-Type", "multipart/form-data; boundary=x");
        String part = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + PlainTools.PING + "\r\n--x--\r\n";
        Answer answer = client.post(part, headers);
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.errorCode()).isEqualTo(-32600);
    }

    @Test
    void aLongTypeIsTruncatedInTheError() {
        assertThat(ping("text/" + "x".repeat(3000)).bytes()).hasSizeLessThan(300);
    }

    @Test
    void aCompressedBodyIsRefused() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(PlainTools.PING.getBytes(StandardCharsets.UTF_8));
        }
        RawHttp.Response response =
                RawHttp.post(server.port(), packed.toByteArray(), PlainTools.lines(client, "Content-Encoding: gzip"));
        assertThat(response.status()).isEqualTo(415);
        assertThat(response.errorCode()).isEqualTo(-32600);
        assertThat(response.json().at("/error/message").stringValue())
                .isEqualTo("The body must not be compressed, but Content-Encoding is 'gzip'");
    }

    /** It is the name of no encoding, which RFC 9110 asks servers to accept. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Encoding: identity",
                "Content-Encoding: Identity, identity",
                "Content-Encoding: identity\r\nContent-Encoding: identity",
                "Content-Encoding:"
            })
    void aBodyWithoutAnEncodingIsAccepted(String header) {
        byte[] body = PlainTools.PING.getBytes(StandardCharsets.UTF_8);
        assertThat(RawHttp.post(server.port(), body, PlainTools.lines(client, header))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Encoding: identity, gzip",
                "Content-Encoding: identity\r\nContent-Encoding: gzip",
                "Content-Encoding: identitygzip"
            })
    void anEncodingBesidesNoneIsRefused(String header) {
        byte[] body = PlainTools.PING.getBytes(StandardCharsets.UTF_8);
        assertThat(RawHttp.post(server.port(), body, PlainTools.lines(client, header))
                        .status())
                .isEqualTo(415);
    }

    private Answer ping(String type) {
        Map<String, String> headers = client.headers();
        headers.remove("Content-Type");
        if (type != null) {
            headers.put("Content-Type", type);
        }
        return client.post(PlainTools.PING, headers);
    }
}
