package io.mcpspring.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ClientCapabilities.Feature;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What a client's own words about its capabilities mean. */
class ClientCapabilitiesTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "{}                                                | -",
        "null                                              | -",
        "[]                                                | -",
        "7                                                 | -",
        "{\"elicitation\": {}}                             | ELICITATION_FORM",
        "{\"elicitation\": {\"form\": {}}}                 | ELICITATION_FORM",
        "{\"elicitation\": {\"url\": {}}}                  | ELICITATION_URL",
        "{\"elicitation\": {\"form\": {}, \"url\": {}}}    | ELICITATION_FORM ELICITATION_URL",
        "{\"elicitation\": {\"other\": {}}}                | ELICITATION_FORM",
        "{\"elicitation\": null}                           | -",
        "{\"elicitation\": true}                           | -",
        "{\"sampling\": {}}                                | SAMPLING",
        "{\"sampling\": {\"tools\": {}, \"context\": {}}}  | SAMPLING SAMPLING_CONTEXT SAMPLING_TOOLS",
        "{\"sampling\": \"tools\"}                         | -",
        "{\"roots\": {\"listChanged\": true}}              | ROOTS",
        "{\"roots\": []}                                   | -",
        "{\"unheard\": {}, \"experimental\": {\"a\": {}}}  | -"})
    void featuresAreReadAsEveryRevisionWritesThem(String json, String features) {
        ClientCapabilities capabilities = read(json, ProtocolVersion.V2026_07_28);
        assertThat(capabilities.features()).isEqualTo(features == null ? Set.of()
                : Arrays.stream(features.split(" ")).map(Feature::valueOf).collect(Collectors.toSet()));
        assertThat(capabilities.extensions()).isEmpty();
    }

    @Test
    void extensionsAreReadByTheirNames() {
        ClientCapabilities capabilities = read(
                "{\"extensions\": {\"io.modelcontextprotocol/ui\": {}, \"com.acme/x\": {\"y\": 1}}}",
                ProtocolVersion.V2026_07_28);
        assertThat(capabilities.extensions()).containsExactlyInAnyOrder("io.modelcontextprotocol/ui", "com.acme/x");
        for (String broken : new String[] {"[1]", "\"x\"", "null"}) {
            assertThat(read("{\"extensions\": " + broken + "}", ProtocolVersion.V2025_11_25).extensions()).isEmpty();
        }
    }

    @Test
    void aFeatureIsSupportedIfItWasDeclared() {
        ClientCapabilities capabilities = read("{\"roots\": {}}", ProtocolVersion.V2025_03_26);
        assertThat(capabilities.supports(Feature.ROOTS)).isTrue();
        assertThat(capabilities.supports(Feature.SAMPLING)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "V2025_03_26, ROOTS SAMPLING",
        "V2025_06_18, ROOTS SAMPLING ELICITATION_FORM",
        "V2025_11_25, ROOTS SAMPLING ELICITATION_FORM ELICITATION_URL SAMPLING_CONTEXT SAMPLING_TOOLS",
        "V2026_07_28, ROOTS SAMPLING ELICITATION_FORM ELICITATION_URL SAMPLING_CONTEXT SAMPLING_TOOLS"})
    void whatTheRevisionLacksWasDeclaredInVain(ProtocolVersion version, String features) {
        ClientCapabilities capabilities = read("{\"elicitation\": {\"form\": {}, \"url\": {}}, \"roots\": {},"
                + " \"sampling\": {\"tools\": {}, \"context\": {}}}", version);
        assertThat(capabilities.features()).extracting(Feature::name)
                .containsExactlyInAnyOrder(features.split(" "));
    }

    private static ClientCapabilities read(String json, ProtocolVersion version) {
        return ClientCapabilities.of(JsonMapper.shared().readTree(json), version);
    }
}
