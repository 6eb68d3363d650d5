package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConformanceTests {

    @ParameterizedTest
    @ValueSource(strings = {"{}", "1.5", "{\"a\":[true,\"nothing\",-1e300]}", "[\"Nu\"]"})
    void aValueWithoutExceptionalPartsFits(String json) {
        assertThat(isKnown(Conformance.ALWAYS, json)).isTrue();
        assertThat(isKnown(Conformance.UNLESS_EXCEPTIONAL, json)).isTrue();
        assertThat(isKnown(Conformance.UNKNOWN, json)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{\"a\":null}",
                "[1,null]",
                "\"NaN\"",
                "NaN",
                "{\"a\":\"Infinity\"}",
                "[-Infinity]",
                "[\"-Infinity\",1]"
            })
    void aValueWithAnExceptionalPartHasToBeValidated(String json) {
        assertThat(isKnown(Conformance.ALWAYS, json)).isTrue();
        assertThat(isKnown(Conformance.UNLESS_EXCEPTIONAL, json)).isFalse();
    }

    private static boolean isKnown(Conformance conformance, String json) {
        return conformance.isKnownFor(json.getBytes(StandardCharsets.UTF_8));
    }
}
