package io.mcpspring.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors that end a request, and the codes that an application may use for them. */
class McpProtocolExceptionTests {

    @ParameterizedTest
    @ValueSource(ints = {-32099, -32050, -32042, -32022, -32020, -32002, -32000})
    void codesOfTheProtocolAreRefused(int code) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new McpProtocolException(code, "no"))
                .withMessageContaining(String.valueOf(code));
        assertThatIllegalArgumentException().isThrownBy(() -> new McpProtocolException(code, "no", "data"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-32768, -32700, -32603, -32602, -32600, -32100, -31999, -1, 0, 1, 4711, Integer.MAX_VALUE})
    void otherCodesAreAccepted(int code) {
        assertThat(new McpProtocolException(code, "yes", List.of(1)).error())
                .isEqualTo(new JsonRpcError(code, "yes", List.of(1)));
    }

    @Test
    void theProtocolsOwnErrorsHaveTheirCodesAndData() {
        assertThat(McpProtocolException.invalidParams("p").error()).isEqualTo(new JsonRpcError(-32602, "p"));
        assertThat(McpProtocolException.headerMismatch("h").error()).isEqualTo(new JsonRpcError(-32020, "h"));
        assertThat(McpProtocolException.missingClientCapability("c", Map.of("roots", Map.of()))
                        .error())
                .isEqualTo(new JsonRpcError(-32021, "c", Map.of("requiredCapabilities", Map.of("roots", Map.of()))));
        JsonRpcError unsupported = McpProtocolException.unsupportedVersion(
                        "1900-01-01", List.of(ProtocolVersion.V2026_07_28))
                .error();
        assertThat(JsonValue.of(Objects.requireNonNull(unsupported.data())).tree())
                .isEqualTo(JsonValue.of(Map.of("requested", "1900-01-01", "supported", List.of("2026-07-28")))
                        .tree());
    }

    @Test
    void theErrorForMissingScopesNamesAllScopesOfTheOperation() {
        JsonRpcError error = McpProtocolException.insufficientScope(List.of("orders:read", "orders:write"))
                .error();
        assertThat(error.code()).isEqualTo(-32600);
        assertThat(error.requiredScopes()).containsExactly("orders:read", "orders:write");
        assertThat(McpJson.readTree(McpJson.write(new JsonRpcResponse.Failure(null, error))
                                .toArray())
                        .at("/error/data/requiredScopes/1")
                        .asString())
                .isEqualTo("orders:write");
        assertThat(McpProtocolException.invalidParams("p").error().requiredScopes())
                .isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> McpProtocolException.insufficientScope(List.of()));
        for (String wrong : List.of("", "two scopes", "a\", realm=\"b", "a\\b", "a\r\nb", "\u00e4")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> McpProtocolException.insufficientScope(List.of("orders:read", wrong)));
        }
    }
}
