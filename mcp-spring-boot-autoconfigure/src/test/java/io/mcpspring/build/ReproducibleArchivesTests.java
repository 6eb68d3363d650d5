package io.mcpspring.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Both builds are configured to write the same archives whenever and wherever they run; .ci/publish compares them. */
class ReproducibleArchivesTests {

    @Test
    void mavenWritesAFixedTime() throws IOException {
        assertThat(Files.readString(BuildsAgreeTests.ROOT.resolve("pom.xml")))
                .containsPattern("<project\\.build\\.outputTimestamp>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ<");
    }

    @Test
    void gradleWritesNoTimesAndSortsFiles() throws IOException {
        assertThat(Files.readString(BuildsAgreeTests.ROOT.resolve("build.gradle.kts")))
                .contains("isPreserveFileTimestamps = false", "isReproducibleFileOrder = true");
    }

    @Test
    void aReleaseHasAListOfComponents() throws IOException {
        assertThat(Files.readString(BuildsAgreeTests.ROOT.resolve("pom.xml")))
                .contains("<artifactId>cyclonedx-maven-plugin</artifactId>");
    }
}
