package io.mcpspring.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each revision knows of a program. */
class ImplementationTests {

    @ParameterizedTest
    @CsvSource({
        "2025-03-26, name version",
        "2025-06-18, name version title",
        "2025-11-25, name version title description websiteUrl icons",
        "2026-07-28, name version title description websiteUrl icons"
    })
    void aRevisionIsToldWhatItKnows(String version, String members) {
        Implementation implementation = new Implementation(
                "n",
                "1",
                "Title",
                "Description",
                "https://n.example",
                List.of(new Icon("https://n.example/i.png", null, List.of(), null)));
        byte[] json =
                McpJson.writeValue(implementation.in(ProtocolVersion.of(version).orElseThrow()));
        assertThat(McpJson.readTree(json).propertyNames()).containsExactlyInAnyOrder(members.split(" "));
    }
}
