package io.mcpspring.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the Gradle build of a new user with the Maven build, which {@code .ci/strangers} runs. */
class StrangersBuildsAgreeTests {

    private static final Path FOLDER = BuildsAgreeTests.ROOT.resolve(".ci/strangers/maven");

    /** Gradle does not add it, as Surefire does. */
    private static final String LAUNCHER = "test org.junit.platform:junit-platform-launcher";

    @Test
    void theBuildsHaveTheSameDependencies() throws IOException {
        List<String> inMaven = find(
                "<dependency>\\s*<groupId>(.+)</groupId>\\s*<artifactId>(.+)</artifactId>\\s*<version>(.+)</version>"
                        + "\\s*(?:<scope>(.+)</scope>)?",
                "pom.xml",
                "$4 $1:$2:$3");
        List<String> inGradle = find("(implementation|test\\w+)\\(\"(.+)\"\\)", "build.gradle.kts", "$1 $2").stream()
                .map(line -> line.replaceFirst("^implementation", "").replaceFirst("^test\\w+", "test"))
                .filter(line -> !line.equals(LAUNCHER))
                .toList();
        assertThat(inGradle).hasSize(2).isEqualTo(inMaven);
    }

    @Test
    void theBuildsHaveTheSameCoordinates() throws IOException {
        List<String> inMaven = find(
                "</parent>\\s*<groupId>(.+)</groupId>\\s*<artifactId>(.+)</artifactId>\\s*<version>(.+)</version>",
                "pom.xml",
                "$1:$2:$3");
        assertThat(inMaven)
                .containsExactly(
                        find("group = \"(.+)\"", "build.gradle.kts", "$1").get(0) + ":"
                                + find("rootProject.name = \"(.+)\"", "settings.gradle.kts", "$1")
                                        .get(0) + ":"
                                + find("(?m)^version = \"(.+)\"", "build.gradle.kts", "$1")
                                        .get(0));
    }

    @Test
    void theBuildsHaveTheSameSpringBoot() throws IOException {
        assertThat(find("id\\(\"org.springframework.boot\"\\) version \"(.+)\"", "build.gradle.kts", "$1"))
                .hasSize(1)
                .isEqualTo(find("spring-boot-starter-parent</artifactId>\\s*<version>(.+)<", "pom.xml", "$1"));
    }

    /** Returns the matches in a file, written by a template. */
    private static List<String> find(String regex, String file, String template) throws IOException {
        Pattern pattern = Pattern.compile(regex);
        return pattern.matcher(Files.readString(FOLDER.resolve(file)))
                .results()
                .map(match -> pattern.matcher(match.group()).replaceFirst(template))
                .toList();
    }
}
