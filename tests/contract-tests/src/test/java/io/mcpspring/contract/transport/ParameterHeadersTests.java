package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;

/** The headers of 2026-07-28 that repeat arguments, as the input schema marks them. */
class ParameterHeadersTests {

    private final TestServer server = TestServer.shared(PlainTools.class);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{`region`: `eu-north`}                   | Mcp-Param-Region: eu-north",
                "{`region`: `eu-north`}                   | mcp-param-REGION:   eu-north",
                "{`region`: `two words`}                  | Mcp-Param-Region: two words",
                "{`region`: `Zürich`}                     | Mcp-Param-Region: =?base64?WsO8cmljaA==?=",
                "{`region`: ` left pad`}                  | Mcp-Param-Region: =?base64?IGxlZnQgcGFk?=",
                "{`region`: `two\\nlines`}                | Mcp-Param-Region: =?base64?dHdvCmxpbmVz?=",
                "{`region`: ``}                           | Mcp-Param-Region:",
                "{`region`: ``}                           | Mcp-Param-Region: =?base64??=",
                "{`region`: `42.0`}                       | Mcp-Param-Region: 42.0",
                "{`count`: 42}                            | Mcp-Param-Count: 42",
                "{`count`: 42}                            | Mcp-Param-Count: 42.0",
                "{`count`: 42.0}                          | Mcp-Param-Count: 42",
                "{`count`: 4.2e1}                         | Mcp-Param-Count: 42",
                "{`count`: -7}                            | Mcp-Param-Count: -7",
                "{`count`: 0}                             | Mcp-Param-Count: 0",
                "{`count`: 42}                            | Mcp-Param-Count: =?base64?NDI=?=",
                "{`count`: 9007199254740991}              | Mcp-Param-Count: 9007199254740991",
                "{`count`: -9007199254740991}             | Mcp-Param-Count: -9007199254740991",
                "{`express`: true}                        | Mcp-Param-Express: true",
                "{`express`: false}                       | Mcp-Param-Express: false",
                "{`load`: {`pallets`: 12}}                | Mcp-Param-Pallets: 12",
                "{`load`: {`owner`: {`name`: `Ada`}}}     | Mcp-Param-Owner: Ada",
                "{`load`: `{\\`pallets\\`: 12}`}           | Mcp-Param-Pallets: 12",
                "{`region`: null}                         | X-Other: 1",
                "{`load`: {`pallets`: null}}              | X-Other: 1",
                "{`load`: null}                           | X-Other: 1",
                "{`load`: {}}                             | X-Other: 1",
                "{}                                       | Mcp-Param-Other: ignored",
                "{}                                       | Mcp-Param-Name: ignored"
            })
    void aMatchingHeaderIsAccepted(String arguments, String header) {
        RawHttp.Response response = call(arguments, header);
        assertThat(response.status()).as(response.toString()).isEqualTo(200);
        // The headers were accepted; the tool may still refuse its arguments.
        assertThat(response.json().has("result")).as(response.toString()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{`region`: `eu-north`}                   | Mcp-Param-Region: eu-south",
                "{`region`: `eu-north`}                   | Mcp-Param-Region: EU-NORTH",
                "{`region`: `eu-north`}                   | Mcp-Param-Region:",
                "{`region`: `eu-north`}                   | X-Other: 1",
                "{`region`: ``}                           | X-Other: 1",
                "{`region`: `a  b`}                       | Mcp-Param-Region: a b",
                "{`region`: `42`}                         | Mcp-Param-Region: 42.0",
                "{`region`: `Zürich`}                     | Mcp-Param-Region: Zürich",
                "{`region`: `Zürich`}                     | Mcp-Param-Region: =?base64?WsO8cmljaA=?=",
                "{`count`: 42}                            | Mcp-Param-Count: 43",
                "{`count`: 42}                            | Mcp-Param-Count: 42.01",
                "{`count`: 42}                            | Mcp-Param-Count: 4.2e1",
                "{`count`: 42}                            | Mcp-Param-Count: 0x2a",
                "{`count`: 42}                            | Mcp-Param-Count: forty-two",
                "{`count`: 42}                            | Mcp-Param-Count:",
                "{`count`: 42}                            | X-Other: 1",
                "{`count`: 9007199254740992}              | Mcp-Param-Count: 9007199254740992",
                "{`count`: -9007199254740992}             | Mcp-Param-Count: -9007199254740992",
                "{`count`: 9007199254740993}              | Mcp-Param-Count: 9007199254740992",
                "{`count`: 1e30}                          | Mcp-Param-Count: 1000000000000000000000000000000",
                "{`express`: true}                        | Mcp-Param-Express: TRUE",
                "{`express`: true}                        | Mcp-Param-Express: 1",
                "{`express`: false}                       | X-Other: 1",
                "{`load`: {`pallets`: 12}}                | Mcp-Param-Pallets: 13",
                "{`load`: {`pallets`: 12}}                | X-Other: 1",
                "{`load`: {`owner`: {`name`: `Ada`}}}     | Mcp-Param-Owner: Eve",
                "{`load`: `{\\`pallets\\`: 12}`}           | X-Other: 1",
                "{`load`: `{\\`pallets\\`: 12}`}           | Mcp-Param-Pallets: 13",
                "{`pallets`: 12}                          | Mcp-Param-Pallets: 12",
                "{}                                       | Mcp-Param-Region: eu-north",
                "{}                                       | Mcp-Param-Region:",
                "{`region`: null}                         | Mcp-Param-Region: null",
                "{`load`: {`pallets`: null}}              | Mcp-Param-Pallets: 0"
            })
    void aDifferentHeaderIsAMismatch(String arguments, String header) {
        mismatch(call(arguments, header));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"region\": {\"a\": 1}}",
                "{\"region\": [\"eu\"]}",
                "{\"count\": {}}",
                "{\"count\": [1]}",
                "{\"express\": []}",
                "{\"load\": {\"pallets\": []}}",
                "{\"load\": []}"
            })
    void anArgumentThatIsNotAScalarIsLeftToTheValidation(String arguments) {
        RawHttp.Response response = call(arguments, "X-Other: 1");
        assertThat(response.json().at("/result/isError").booleanValue(false))
                .as(response.toString())
                .isTrue();
        assertThat(response.json().at("/result/content/0/text").stringValue()).contains("Invalid arguments");
    }

    @Test
    void anArgumentOfAnotherTypeIsConvertedAfterTheComparison() {
        for (String[] call : new String[][] {
            {"{\"count\": \"42\"}", "Mcp-Param-Count: 42"},
            {"{\"region\": 42}", "Mcp-Param-Region: 42"},
            {"{\"express\": \"true\"}", "Mcp-Param-Express: true"}
        }) {
            RawHttp.Response response = call(call[0], call[1]);
            assertThat(response.json().at("/result/isError").booleanValue(true))
                    .as(response.toString())
                    .isFalse();
        }
    }

    @Test
    void aMemberWithAnotherNameRequiresItsHeader() {
        TestServer aliases = TestServer.shared(Aliases.class);
        for (String arguments : new String[] {
            "{\"load\": {\"pallets\": 12}}", "{\"load\": {\"p\": 12}}", "{\"load\": \"{\\\"p\\\": 12}\"}"
        }) {
            RawHttp.Response response = ModernRequest.call("store", arguments)
                    .with("Mcp-Param-Pallets: 12")
                    .send(aliases.port());
            assertThat(response.json().at("/result/content/0/text").stringValue(""))
                    .as(response.toString())
                    .isEqualTo("12");
            mismatch(ModernRequest.call("store", arguments).send(aliases.port()));
            mismatch(ModernRequest.call("store", arguments)
                    .with("Mcp-Param-Pallets: 13")
                    .send(aliases.port()));
        }
    }

    static class Aliases {

        record Load(@JsonAlias("p") int pallets) {}

        @McpTool
        int store(Load load) {
            return load.pallets();
        }

        @Bean
        static McpSchemaCustomizer marking() {
            return (schema, target) -> {
                if ("pallets".equals(target.name())) {
                    schema.put("x-mcp-header", "Pallets");
                }
            };
        }
    }

    @Test
    void anArgumentThatCannotBeConvertedIsLeftToTheValidation() {
        for (String[] call : new String[][] {
            {"{\"count\": \"4x\"}", "Mcp-Param-Count: 4x"},
            {"{\"region\": true}", "Mcp-Param-Region: true"},
            {"{\"express\": \"yes\"}", "Mcp-Param-Express: yes"}
        }) {
            RawHttp.Response response = call(call[0], call[1]);
            assertThat(response.json().at("/result/isError").booleanValue(false))
                    .as(response.toString())
                    .isTrue();
        }
    }

    @Test
    void hugeExponentsAreComparedCheaply() {
        for (String number : new String[] {"1e999999999", "1e-999999999", "-1E+2147483647", "1e400"}) {
            RawHttp.Response response = call("{\"count\": " + number + "}", "Mcp-Param-Count: 1");
            assertThat(response.status()).as(response.toString()).isEqualTo(400);
        }
    }

    @Test
    void aRepeatedHeaderMustHaveTheSameValue() {
        assertThat(ModernRequest.call("book", "{\"count\": 42}")
                        .with("Mcp-Param-Count: 42")
                        .with("Mcp-Param-Count: 42.0")
                        .send(server.port())
                        .status())
                .isEqualTo(200);
        mismatch(ModernRequest.call("book", "{\"count\": 42}")
                .with("Mcp-Param-Count: 42")
                .with("Mcp-Param-Count: 43")
                .send(server.port()));
    }

    @Test
    void everyMarkedArgumentRequiresItsHeader() {
        String arguments = "{\"region\": \"eu\", \"count\": 2, \"load\": {\"pallets\": 3}}";
        assertThat(ModernRequest.call("book", arguments)
                        .with("Mcp-Param-Region: eu")
                        .with("Mcp-Param-Count: 2")
                        .with("Mcp-Param-Pallets: 3")
                        .send(server.port())
                        .json()
                        .has("result"))
                .isTrue();
        mismatch(ModernRequest.call("book", arguments)
                .with("Mcp-Param-Region: eu")
                .with("Mcp-Param-Pallets: 3")
                .send(server.port()));
    }

    @LegacyRevisions
    void legacyRevisionsIgnoreTheHeaders(ProtocolVersion version) {
        assertThat(server.client(version).call("book", "{\"region\": \"eu\"}").contentText())
                .isEqualTo("booked");
    }

    private RawHttp.Response call(String arguments, String header) {
        return ModernRequest.call("book", arguments.replace('`', '"'))
                .with(header)
                .send(server.port());
    }

    private static void mismatch(RawHttp.Response response) {
        assertThat(response.status()).as(response.toString()).isEqualTo(400);
        assertThat(response.errorCode()).as(response.toString()).isEqualTo(-32020);
        assertThat(response.json().get("id").stringValue()).isEqualTo("m-1");
    }
}
