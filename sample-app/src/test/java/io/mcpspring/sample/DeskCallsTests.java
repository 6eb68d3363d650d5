package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.McpTester;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Calls of the data desk, by clients with sessions and without. */
@DeskTest
class DeskCallsTests {

    @Autowired
    private McpTester desk;

    private static List<ProtocolVersion> newestOfEachEra() {
        return List.of(Collections.max(ProtocolVersion.legacy()), ProtocolVersion.newest());
    }

    private McpTester in(ProtocolVersion version) {
        return desk.mutate().protocolVersion(version).build();
    }

    @ParameterizedTest
    @MethodSource("newestOfEachEra")
    void everyClientHasTheSameTools(ProtocolVersion version) {
        assertThat(in(version))
                .hasTools(
                        "list_tables",
                        "describe_column",
                        "query",
                        "chart",
                        "sonify",
                        "export",
                        "save_table",
                        "drop_table");
    }

    @ParameterizedTest
    @MethodSource("newestOfEachEra")
    void anErrorOfTheDatabaseReachesTheModel(ProtocolVersion version) {
        in(version)
                .call("query")
                .argument("sql", "SELECT snowfall FROM weather")
                .execute()
                .error()
                .containsIgnoringCase("snowfall");
    }

    @ParameterizedTest
    @MethodSource("newestOfEachEra")
    void aTableIsSavedAndDroppedAfterAQuestion(ProtocolVersion version) {
        McpTester client = in(version);
        client.call("save_table")
                .argument("sql", "SELECT date, temp_max FROM weather")
                .argument("name", "calls")
                .execute()
                .progress()
                .isNotEmpty();
        client.call("drop_table")
                .argument("table", "saved_calls")
                .onElicitation(form -> form.accept(Map.of("drop", false)))
                .execute()
                .text()
                .startsWith("The user wants to keep");
        client.call("drop_table")
                .argument("table", "saved_calls")
                .onElicitation(form -> form.accept(Map.of("drop", true)))
                .execute()
                .text()
                .doesNotContain("keep");
    }

    @ParameterizedTest
    @MethodSource("newestOfEachEra")
    void aChartIsAPicture(ProtocolVersion version) {
        in(version)
                .call("chart")
                .argument("title", "Temperatures")
                .argument("sql", "SELECT date, temp_max FROM weather")
                .execute()
                .image()
                .satisfies(image -> {
                    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(image.data()));
                    assertThat(picture.getWidth()).isGreaterThan(100);
                });
    }
}
