package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are not JSON, or that parsers could interpret differently. */
class BrokenBodyTests {

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @EveryRevision
    void aBodyThatIsNotJsonIsAParseErrorWithThePosition(ProtocolVersion version) {
        Answer answer = server.client(version).post("{\"jsonrpc\": \"2.0\",\n \"id\": }");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,"
                        + "\"message\":\"The body is not valid JSON, line 2, column 8\"}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"jsonrpc\":\"2.0\"",
                "ping",
                "{'jsonrpc':'2.0'}",
                "{\"a\":1,}",
                "[1,]",
                "{\"a\":NaN}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":.5}",
                "{\"a\":1.}",
                "{/* a */}",
                "{\"a\":\"\n\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "\u0000",
                "{\"a\":tru}",
                "<mcp/>",
                "{\"a\" 1}",
                "{a:1}",
                "]",
                "{]"
            })
    void aBodyThatIsNotJsonIsAParseError(String body) {
        parseError(RawHttp.post(server.port(), body, PlainTools.lines(client)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t\r "})
    void anEmptyBodyIsAParseErrorThatNamesTheReason(String body) {
        Answer answer = client.post(body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32700);
        assertThat(answer.error().get("message").stringValue()).isEqualTo("The body is empty");
    }

    @Test
    void aRequestWithoutAnyBodyIsAParseError() {
        RawHttp.Response response = RawHttp.send(server.port(), "POST /mcp", PlainTools.lines(client));
        parseError(response);
    }

    @ParameterizedTest
    @ValueSource(strings = {" {}", " x", "}", ",", " 1", "[]"})
    void aSecondJsonValueIsAParseError(String rest) {
        parseError(RawHttp.post(server.port(), PlainTools.PING + rest, PlainTools.lines(client)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ff",
                "80",
                "c3",
                "c328",
                "e28228",
                "f09f98",
                "fe",
                "f8888080",
                "c080",
                "e08080",
                "eda080",
                "f4908080"
            })
    void invalidUtf8IsAParseError(String hex) {
        byte[] body = body("{\"jsonrpc\":\"2.0\",\"id\":\"", HexFormat.of().parseHex(hex), "\",\"method\":\"ping\"}");
        parseError(RawHttp.post(server.port(), body, PlainTools.lines(client)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc':'2.0','id':'%s','method':'ping'}",
                "{'jsonrpc':'2.0','id':1,'method':'%s'}",
                "{'jsonrpc':'2.0','id':1,'method':'ping','params':{'%s':1}}",
                "{'jsonrpc':'2.0','id':1,'method':'ping','params':{'a':[{'b':'%s'}]}}",
                "{'jsonrpc':'2.0','id':'q','result':{'%s':1}}",
                "[{'jsonrpc':'2.0','id':1,'method':'ping'},{'jsonrpc':'2.0','id':2,'method':'%s'}]"
            })
    void halfOfACharacterIsAParseError(String body) {
        for (String half : List.of(
                "\\ud83d",
                "\\uDE00",
                "a\\uD800b",
                "\\ude00\\ud83d",
                "\\ud83d\\ud83d\\ude00",
                "\\ud83d\\ude00\\ude00",
                "\\\\\\uDFFF",
                "\\ud83d\\\\ude00",
                "\\ud83d\\n")) {
            Answer answer = client.post(body.replace('\'', '"').formatted(half));
            assertThat(answer.status()).as(half).isEqualTo(400);
            assertThat(answer.errorCode()).as(half).isEqualTo(-32700);
            assertThat(answer.error().get("message").stringValue())
                    .isEqualTo("The body has half of a surrogate pair, such as '\\ud83d' alone");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\\ud83d\\ude00", "\\uD83D\\uDE00", "\\\\ud83d", "\\\\\\\\ud83d", "\\ud7ff", "\\ue000", "ud83d"})
    void wholeCharactersAreAccepted(String text) {
        Answer answer =
                client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":\"" + text + "\"}}");
        assertThat(answer.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE", "UTF-16"})
    void anotherEncodingIsAParseError(String charset) {
        byte[] body = PlainTools.PING.getBytes(Charset.forName(charset));
        parseError(RawHttp.post(server.port(), body, PlainTools.lines(client)));
        // The parser handles such a body in a different way.
        byte[] broken = body.clone();
        broken[broken.length / 2] = (byte) 0xdc;
        parseError(RawHttp.post(server.port(), broken, PlainTools.lines(client)));
    }

    @Test
    void aByteOrderMarkIsSkipped() {
        byte[] body = body("", new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, PlainTools.PING);
        assertThat(RawHttp.post(server.port(), body, PlainTools.lines(client))
                        .json()
                        .has("result"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"met\\u0068od\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":1,\"a\":1}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"_meta\":{\"a\":1,\"b\":2,\"a\":1}}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":[{},[{\"b\":null,\"b\":null}]]}}",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}]"
            })
    void aDuplicateMemberIsRefused(String body) {
        Answer answer = client.post(body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32700);
        assertThat(answer.json().has("id")).isFalse();
        assertThat(answer.error().get("message").stringValue())
                .contains("must not have a member twice")
                .contains("column");
    }

    @ParameterizedTest
    @CsvSource({"98, 200", "99, 400", "5000, 400", "100000, 400"})
    void nestingIsLimitedToAHundredLevels(int levels, int status) {
        String arrays = "[".repeat(levels) + "]".repeat(levels);
        Answer answer =
                client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":" + arrays + "}}");
        assertThat(answer.status()).isEqualTo(status);
        if (status == 400) {
            assertThat(answer.errorCode()).isEqualTo(-32600);
            assertThat(answer.error().get("message").stringValue()).contains("100 levels");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-12.5e990, 200",
        "9.9e1000, 200",
        "1e-1000, 200",
        "1e1001, 400",
        "-1e-1001, 400",
        "1e10000000, 400",
        "0.1e999999999, 400",
        "0e-2147483647, 400",
        "1e99999999999, 400"
    })
    void exponentsAreLimited(String number, int status) {
        Answer answer =
                client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":[" + number + "]}}");
        assertThat(answer.status()).isEqualTo(status);
        if (status == 400) {
            assertThat(answer.errorCode()).isEqualTo(-32600);
            assertThat(answer.error().get("message").stringValue()).contains("exponents up to 1000");
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 200", "1001, 400", "100000, 400"})
    void numbersAreLimitedToAThousandDigits(int digits, int status) {
        Answer answer = client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":" + "7".repeat(digits) + "}}");
        assertThat(answer.status()).isEqualTo(status);
        if (status == 400) {
            assertThat(answer.errorCode()).isEqualTo(-32600);
        }
    }

    private static void parseError(RawHttp.Response response) {
        assertThat(response.status()).as(response.toString()).isEqualTo(400);
        assertThat(response.errorCode()).as(response.toString()).isEqualTo(-32700);
        assertThat(response.json().has("id")).isFalse();
    }

    private static byte[] body(String start, byte[] middle, String end) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(start.getBytes(UTF_8));
        body.writeBytes(middle);
        body.writeBytes(end.getBytes(UTF_8));
        return body.toByteArray();
    }
}
