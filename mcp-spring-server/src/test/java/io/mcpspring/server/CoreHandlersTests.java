package io.mcpspring.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The description of the server has the members of the revision. */
class CoreHandlersTests {

    @ParameterizedTest
    @CsvSource({
        "2025-03-26, name version",
        "2025-06-18, name version title",
        "2025-11-25, name version title description websiteUrl icons",
        "2026-07-28, name version title description websiteUrl icons"
    })
    void membersOfLaterRevisionsAreOmitted(String version, String members) {
        Implementation implementation = new Implementation(
                "n",
                "1",
                "Title",
                "Description",
                "https://n.example",
                List.of(new Icon("https://n.example/i.png", null, List.of(), null)));
        byte[] json = McpJson.writeValue(CoreHandlers.projection(
                implementation, ProtocolVersion.of(version).orElseThrow()));
        assertThat(McpJson.readTree(json).propertyNames()).containsExactlyInAnyOrder(members.split(" "));
    }
}
