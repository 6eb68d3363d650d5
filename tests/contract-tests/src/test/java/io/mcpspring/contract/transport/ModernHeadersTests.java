package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The headers of 2026-07-28 that repeat version, method and name, and must agree with the body. */
class ModernHeadersTests {

    private static final String GREET = "{\"name\": \"Ada\"}";

    private final TestServer server = TestServer.shared(PlainTools.class);

    @Test
    void theVersionIsRequired() {
        mismatch(ModernRequest.of("tools/list").without("MCP-Protocol-Version"), "MCP-Protocol-Version is missing");
        mismatch(ModernRequest.of("server/discover").without("MCP-Protocol-Version"), "is missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2025-11-25",
                "1900-01-01",
                "banana",
                "",
                "2026-07-28x",
                "=?base64?MjAyNi0wNy0yOA==?=",
                "2026-07-28, 2025-11-25"
            })
    void theVersionEqualsThatOfTheBody(String version) {
        mismatch(ModernRequest.of("tools/list").instead("MCP-Protocol-Version: " + version), "MCP-Protocol-Version");
    }

    @Test
    void aLegacyVersionInTheBodyIsAMismatchToo() {
        mismatch(ModernRequest.of("tools/list").meta("protocolVersion", "\"2025-11-25\""), "MCP-Protocol-Version");
    }

    @Test
    void theMethodIsRequired() {
        for (String method : new String[] {"tools/list", "server/discover", "tools/sing"}) {
            mismatch(ModernRequest.of(method).without("Mcp-Method"), "Mcp-Method is missing");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"TOOLS/LIST", "tools/call", "", "tools/list/", "tools /list", "=?base64?dG9vbHMvbGlzdA==?="})
    void theMethodEqualsThatOfTheBody(String method) {
        mismatch(ModernRequest.of("tools/list").instead("Mcp-Method: " + method), "Mcp-Method");
    }

    @Test
    void namesOfHeadersAreCaseInsensitive() {
        RawHttp.Response response = ModernRequest.call("greet", GREET)
                .without("Mcp-Method")
                .without("Mcp-Name")
                .without("MCP-Protocol-Version")
                .with("mcp-method: tools/call")
                .with("MCP-NAME: greet")
                .with("mcp-protocol-VERSION: 2026-07-28")
                .send(server.port());
        assertThat(response.json().at("/result/content/0/text").stringValue()).isEqualTo("Hello, Ada!");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mcp-Name:   greet  ",
                "Mcp-Name:\tgreet\t",
                "Mcp-Name:greet",
                "Mcp-Name: =?base64?Z3JlZXQ=?=",
                "Mcp-Name:  =?base64?Z3JlZXQ=?= "
            })
    void theNameMayBePaddedOrInBase64(String header) {
        greets(ModernRequest.call("greet", GREET).instead(header));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MCP-Protocol-Version: 2026-07-28, 2026-07-28",
                "Mcp-Method: tools/call,tools/call",
                "Mcp-Name: greet, greet, greet",
                "Mcp-Name: greet, =?base64?Z3JlZXQ=?="
            })
    void aHeaderMayRepeatItsValue(String header) {
        greets(ModernRequest.call("greet", GREET).instead(header));
        greets(ModernRequest.call("greet", GREET).with(header).with(header));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Greet",
                "greet2",
                "",
                "gree",
                "=?BASE64?Z3JlZXQ=?=",
                "=?Base64?Z3JlZXQ=?=",
                "=?base64?Z3JlZXQ=",
                "=?base64?Z3JlZXQ=?= x",
                "Z3JlZXQ=",
                "=?base64??=",
                "=?base64?=",
                "=?utf-8?b?Z3JlZXQ=?=",
                "greet, meet",
                "\"greet\"",
                "=?base64?Z3JlZXQgIA==?="
            })
    void anotherNameIsAMismatch(String name) {
        mismatch(ModernRequest.call("greet", GREET).instead("Mcp-Name: " + name), "Mcp-Name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=?base64?Z3JlZXQ?=",
                "=?base64?Z3JlZXQ==?=",
                "=?base64?Z3JlZXQ===?=",
                "=?base64?Z3Jl ZXQ=?=",
                "=?base64?Z3JlZXQ=Z3JlZXQ=?=",
                "=?base64?!!!!?=",
                "=?base64?w-8=?=",
                "=?base64?w_8=?=",
                "=?base64?=?=",
                "=?base64?Z?=",
                "=?base64?/////w==?=",
                "=?base64?wMA=?=",
                "=?base64?7aCA?="
            })
    void invalidBase64IsAMismatch(String name) {
        mismatch(ModernRequest.call("greet", GREET).instead("Mcp-Name: " + name), "Mcp-Name is not valid");
    }

    @Test
    void aNonAsciiNameMustBeInBase64() {
        // The tool does not exist, which is checked after the comparison of the names.
        RawHttp.Response wrapped = ModernRequest.call("Zürich", "{}")
                .instead("Mcp-Name: =?base64?WsO8cmljaA==?=")
                .send(server.port());
        assertThat(wrapped.status()).isEqualTo(200);
        assertThat(wrapped.errorCode()).isEqualTo(-32602);
        mismatch(ModernRequest.call("Zürich", "{}").instead("Mcp-Name: =?BASE64?WsO8cmljaA==?="), "Mcp-Name differs");
        mismatch(ModernRequest.call("Zürich", "{}").instead("Mcp-Name: Zürich"), "not allowed");
        mismatch(ModernRequest.call("Zürich", "{}").instead("Mcp-Name: ZÃ¼rich"), "not allowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "tab\tinside", "=?base64?x", "x?=", "a,b"})
    void anAsciiNameNeedsNoBase64(String name) {
        RawHttp.Response response = ModernRequest.call(name, "{}").send(server.port());
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.errorCode()).isEqualTo(-32602);
    }

    @Test
    void aNameThatLooksLikeBase64MustBeInBase64() {
        String name = "=?base64?x?=";
        RawHttp.Response wrapped = ModernRequest.call(name, "{}")
                .instead("Mcp-Name: =?base64?PT9iYXNlNjQ/eD89?=")
                .send(server.port());
        assertThat(wrapped.status()).isEqualTo(200);
        mismatch(ModernRequest.call(name, "{}"), "Mcp-Name");
    }

    @Test
    void anEmptyNameIsAnEmptyHeader() {
        assertThat(ModernRequest.call("", "{}")
                        .instead("Mcp-Name:")
                        .send(server.port())
                        .status())
                .isEqualTo(200);
        mismatch(ModernRequest.call("", "{}").without("Mcp-Name"), "Mcp-Name is missing");
    }

    @Test
    void theNameIsRequiredWhereTheBodyHasOne() {
        mismatch(ModernRequest.call("greet", GREET).without("Mcp-Name"), "Mcp-Name is missing");
        mismatch(ModernRequest.of("prompts/get").name("p"), "Mcp-Name is missing");
        ModernRequest read = ModernRequest.of("resources/read");
        read.params().put("uri", "file:///x");
        mismatch(read, "Mcp-Name is missing");
    }

    @Test
    void theNameIsIgnoredForOtherMethods() {
        for (String name : new String[] {"Mcp-Name: whatever", "Mcp-Name: =?base64?!?="}) {
            assertThat(ModernRequest.of("tools/list")
                            .with(name)
                            .send(server.port())
                            .status())
                    .isEqualTo(200);
            assertThat(ModernRequest.of("server/discover")
                            .with(name)
                            .send(server.port())
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aCallWithoutANameInTheBodyIsAnInvalidParameter() {
        RawHttp.Response response =
                ModernRequest.of("tools/call").with("Mcp-Name: greet").send(server.port());
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32602);
    }

    @Test
    void aRepeatedHeaderMustHaveTheSameValue() {
        RawHttp.Response same = ModernRequest.call("greet", GREET)
                .with("Mcp-Name: =?base64?Z3JlZXQ=?=")
                .with("Mcp-Method: tools/call")
                .with("MCP-Protocol-Version: 2026-07-28")
                .send(server.port());
        assertThat(same.status()).isEqualTo(200);
        mismatch(ModernRequest.call("greet", GREET).with("Mcp-Name: grow"), "Mcp-Name");
        mismatch(ModernRequest.call("greet", GREET).instead("Mcp-Name: greet,"), "Mcp-Name");
        mismatch(ModernRequest.call("greet", GREET).with("Mcp-Method: tools/list"), "Mcp-Method");
        mismatch(ModernRequest.call("greet", GREET).with("MCP-Protocol-Version: 2025-11-25"), "MCP-Protocol-Version");
        mismatch(
                ModernRequest.call("greet", GREET)
                        .instead("MCP-Protocol-Version: 2025-11-25")
                        .with("MCP-Protocol-Version: 2026-07-28"),
                "MCP-Protocol-Version");
    }

    @Test
    void theVersionIsCheckedFirst() {
        // Each step corrects the reported error, and the next one is reported.
        ModernRequest request = ModernRequest.call("nobody", "{}")
                .meta("protocolVersion", null)
                .meta("clientCapabilities", null)
                .without("Mcp-Method")
                .without("Mcp-Name");
        request.message().put("method", "tools/sing");
        expect(request, 400, -32602, "params._meta['io.modelcontextprotocol/protocolVersion'] is missing");
        expect(
                request.meta("protocolVersion", "\"1900-01-01\"").without("MCP-Protocol-Version"),
                400,
                -32020,
                "MCP-Protocol-Version is missing");
        expect(request.with("MCP-Protocol-Version: 2026-07-28"), 400, -32020, "MCP-Protocol-Version differs");
        expect(request.instead("MCP-Protocol-Version: 1900-01-01"), 400, -32022, "not supported");
        expect(
                request.meta("protocolVersion", "\"2026-07-28\"").instead("MCP-Protocol-Version: 2026-07-28"),
                400,
                -32602,
                "clientCapabilities");
        expect(request.meta("clientCapabilities", "{}"), 400, -32020, "Mcp-Method is missing");
        expect(request.with("Mcp-Method: tools/sing"), 404, -32601, "tools/sing");
        request.message().put("method", "tools/call");
        expect(request.instead("Mcp-Method: tools/call"), 400, -32020, "Mcp-Name is missing");
        expect(request.with("Mcp-Name: nobody"), 200, -32602, "nobody");
    }

    private void greets(ModernRequest request) {
        RawHttp.Response response = request.send(server.port());
        assertThat(response.json().at("/result/content/0/text").stringValue()).isEqualTo("Hello, Ada!");
    }

    private void mismatch(ModernRequest request, String message) {
        expect(request, 400, -32020, message);
    }

    private void expect(ModernRequest request, int status, int code, String message) {
        RawHttp.Response response = request.send(server.port());
        assertThat(response.status()).as(response.toString()).isEqualTo(status);
        assertThat(response.errorCode()).as(response.toString()).isEqualTo(code);
        assertThat(response.json().at("/error/message").stringValue()).contains(message);
        assertThat(response.json().get("id").stringValue()).isEqualTo("m-1");
    }
}
