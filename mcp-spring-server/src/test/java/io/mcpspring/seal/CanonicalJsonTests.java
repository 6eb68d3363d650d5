package io.mcpspring.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The same JSON has the same digest, and other JSON another. */
class CanonicalJsonTests {

    // As messages are read.
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static String digest(String json) {
        return CanonicalJson.digest(MAPPER.readTree(json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1.0",
                "1 | 1e0",
                "100 | 1e2",
                "100 | 1.00E+2",
                "0 | -0",
                "0 | 0e9",
                "0 | 0.000",
                "-1.50 | -15e-1",
                "12345678901234567890 | 1.234567890123456789e19",
                "{\"a\":1,\"b\":[true]} | { \"b\" : [ true ], \"a\" : 1.0 }",
                "\"\\u00e9\\/\" | \"é/\"",
                "{} | { }"
            })
    void theNotationDoesNotChangeTheDigest(String one, String other) {
        assertThat(digest(one)).isEqualTo(digest(other));
    }

    @Test
    void everyOtherValueHasAnotherDigest() {
        List<String> values = List.of(
                "null",
                "true",
                "false",
                "0",
                "1",
                "-1",
                "0.1",
                "10",
                "\"\"",
                "\"1\"",
                "\"null\"",
                "\"true\"",
                "[]",
                "{}",
                "[[]]",
                "[[],[]]",
                "[{}]",
                "[null]",
                "[1]",
                "[\"1\"]",
                "[1,2]",
                "[2,1]",
                "[12]",
                "[[1],2]",
                "[1,[2]]",
                "{\"a\":1}",
                "{\"a\":\"1\"}",
                "{\"a\":null}",
                "{\"b\":1}",
                "{\"a\":{}}",
                "{\"a\":[]}",
                "[\"a\",1]",
                "{\"a\":1,\"b\":2}",
                "{\"a\":2,\"b\":1}",
                "{\"a\":{\"b\":2}}",
                "[\"a\",\"b\"]",
                "[\"ab\"]",
                "[\"a\\\"2:b\"]",
                "1e400",
                "1e-400",
                "9007199254740993",
                "9007199254740992",
                "\"\\u0000\"",
                "\" \"");
        assertThat(values).extracting(CanonicalJsonTests::digest).doesNotHaveDuplicates();
    }

    @Test
    void hugeNumbersAreNotExpanded() {
        assertThat(Stream.of("1e999999999", "-1e-999999999", "1e2147483647")
                        .map(CanonicalJsonTests::digest)
                        .toList())
                .doesNotHaveDuplicates();
    }
}
