package io.mcpspring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.autoconfigure.AutoConfigureMcpTester;
import io.mcpspring.test.shop.ShopApplication;
import io.mcpspring.test.shop.ShopMethods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import tools.jackson.databind.json.JsonMapper;

/** The messages of failed assertions show what was sent and received, and what to do. */
@SpringBootTest(
        classes = ShopApplication.class,
        properties = {"spring.main.web-application-type=reactive", "mcp.server.http.sse.keep-alive=50ms"})
@AutoConfigureMcpTester
class FailureMessageTests {

    @Autowired
    private McpTester tester;

    @TempDir
    private Path folder;

    @Test
    void aWrongValueIsShownWithTheExchange() {
        McpToolResponse response =
                tester.call("add").argument("a", 1).argument("b", 2).execute();
        assertThat(message(() -> response.structured(ShopMethods.Sum.class).isEqualTo(new ShopMethods.Sum(4))))
                .contains("tools/call in revision 2026-07-28")
                .contains("Request:  {\"jsonrpc\":\"2.0\",\"id\":")
                .contains("Response: 200 {\"jsonrpc\":\"2.0\"")
                .contains("Sum[sum=4]");
    }

    @Test
    void anErrorOfAToolIsShownWithItsText() {
        McpToolResponse response = tester.call("fail").execute();
        assertThat(message(response::text))
                .startsWith("The tool failed: Sold out")
                .contains("Request:");
        assertThat(message(() -> response.rejected())).startsWith("The request was not refused");
    }

    @Test
    void aRefusalIsShownWithTheExchange() {
        McpToolResponse response = tester.call("nothing").execute();
        assertThat(message(response::text))
                .startsWith("The request was refused")
                .contains("-32602");
    }

    @Test
    void aValueOfAnotherTypeIsShown() {
        McpToolResponse response =
                tester.call("add").argument("a", 1).argument("b", 2).execute();
        assertThat(message(() -> response.structured(Integer.class)))
                .startsWith("The structured content cannot be read as java.lang.Integer");
        assertThat(message(response::error)).startsWith("The tool did not fail");
        assertThat(message(response::image)).startsWith("The result contains no ImageContent");
    }

    @Test
    void aMissingResponseIsReportedAfterTheTimeout() {
        McpTestRequest<McpToolResponse> request =
                tester.mutate().timeout(Duration.ofMillis(200)).build().call("wait");
        assertThat(message(request::execute))
                .startsWith("The server did not send the next message for 'tools/call' within PT0.2S");
    }

    @Test
    void aMessageThatDoesNotConformIsReported() {
        McpTestRequest<McpToolResponse> request = tester.call("add").param("name", 7);
        assertThat(message(request::execute))
                .startsWith("The message does not conform to CallToolRequest of revision 2026-07-28")
                .contains("/params/name");
    }

    @Test
    void changedDefinitionsAreShownByEntryAndField() throws IOException {
        Path file = folder.resolve("contract.json");
        String definitions = JsonMapper.shared().writeValueAsString(tester.definitions());
        Files.writeString(file, definitions);
        assertThat(tester).definitionsMatch(file.toString());

        Files.writeString(
                file,
                definitions
                        .replace("Adds two numbers", "Adds numbers")
                        .replace("\"draw\":", "\"paint\":")
                        .replace("\"b\":{", "\"c\":{"));
        assertThat(message(() -> assertThat(tester).definitionsMatch(file.toString())))
                .contains("tool 'paint': removed")
                .contains("tool 'draw': added")
                .contains("""
                        tool 'add'
                          description
                            before: "Adds numbers"
                            after:  "Adds two numbers"
                          inputSchema.properties.b
                            before: absent
                            after:  {""")
                .contains("mcp.test.write-definitions=true");
    }

    @Test
    void theFileOfTheDefinitionsIsWrittenOnRequest() {
        Path file = folder.resolve("new/contract.json");
        assertThat(message(() -> assertThat(tester).definitionsMatch(file.toString())))
                .contains("does not exist")
                .contains("mcp.test.write-definitions=true");

        System.setProperty(McpTesterAssert.WRITE_PROPERTY, "true");
        try {
            assertThat(tester).definitionsMatch(file.toString());
        } finally {
            System.clearProperty(McpTesterAssert.WRITE_PROPERTY);
        }
        assertThat(tester).definitionsMatch(file.toUri().toString());
        McpTester older =
                tester.mutate().protocolVersion(ProtocolVersion.V2025_06_18).build();
        assertThat(message(() -> assertThat(older).definitionsMatch(file.toString())))
                .contains("protocolVersion");
    }

    @Test
    void missingToolsAreNamed() {
        assertThat(message(() -> assertThat(tester).hasTools("add"))).contains("tools of the server");
    }

    private static String message(ThrowingCallable assertion) {
        return assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(assertion)
                .actual()
                .getMessage();
    }
}
