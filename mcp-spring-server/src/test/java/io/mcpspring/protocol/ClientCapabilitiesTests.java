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

/** Reads the capabilities that a client declares. */
class ClientCapabilitiesTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "{}                                                | -",
                "null                                              | -",
                "[]                                                | -",
                "7                                                 | -",
                "{\"elicitation\": {}}                             | ELICITATION_FORM",
                "{\"elicitation\": {\"form\": {}}}                 | ELICITATION_FORM",
                "{\"elicitation\": {\"url\": {}}}                  | ELICITATION_URL",
                "{\"elicitation\": {\"form\": {}, \"url\": {}}}    | ELICITATION_FORM ELICITATION_URL",
                "{\"elicitation\": {\"other\": {}}}                | ELICITATION_FORM",
                "{\"elicitation\": {\"form\": {}, \"url\": null}}  | ELICITATION_FORM",
                "{\"elicitation\": {\"form\": null, \"url\": {}}}  | ELICITATION_URL",
                "{\"elicitation\": null}                           | -",
                "{\"sampling\": {\"tools\": null}}                 | SAMPLING",
                "{\"elicitation\": true}                           | -",
                "{\"sampling\": {}}                                | SAMPLING",
                "{\"sampling\": {\"tools\": {}, \"context\": {}}}  | SAMPLING SAMPLING_CONTEXT SAMPLING_TOOLS",
                "{\"sampling\": \"tools\"}                         | -",
                "{\"roots\": {\"listChanged\": true}}              | ROOTS",
                "{\"roots\": []}                                   | ROOTS",
                "{\"unheard\": {}, \"experimental\": {\"a\": {}}}  | -"
            })
    void featuresAreReadAsEveryRevisionWritesThem(String json, String features) {
        ClientCapabilities capabilities = read(json);
        assertThat(capabilities.features())
                .isEqualTo(
                        features == null
                                ? Set.of()
                                : Arrays.stream(features.split(" "))
                                        .map(Feature::valueOf)
                                        .collect(Collectors.toSet()));
        assertThat(capabilities.extensions()).isEmpty();
    }

    @Test
    void extensionsAreReadByTheirNames() {
        ClientCapabilities capabilities =
                read("{\"extensions\": {\"io.modelcontextprotocol/ui\": {}, \"com.acme/x\": {\"y\": 1}}}");
        assertThat(capabilities.extensions()).containsExactlyInAnyOrder("io.modelcontextprotocol/ui", "com.acme/x");
        for (String broken : new String[] {"[1]", "\"x\"", "null"}) {
            assertThat(read("{\"extensions\": " + broken + "}").extensions()).isEmpty();
        }
    }

    @Test
    void aFeatureIsSupportedIfItWasDeclared() {
        ClientCapabilities capabilities = read("{\"roots\": {}}");
        assertThat(capabilities.supports(Feature.ROOTS)).isTrue();
        assertThat(capabilities.supports(Feature.SAMPLING)).isFalse();
    }

    private static ClientCapabilities read(String json) {
        return ClientCapabilities.of(JsonMapper.shared().readTree(json));
    }
}
