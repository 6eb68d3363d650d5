package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of security points names tests that exist. */
class SecurityPointsTests {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\|.*\\|(.*)\\|$");

    private static final Pattern TEST = Pattern.compile("`(\\w+Tests)`");

    @Test
    void everyPointIsProvedByTestsThatExist() throws IOException {
        Page page = Page.of("docs/explanation/security-points.md");
        Set<String> tests = tests(page.root());
        List<String> points = ROW.matcher(page.text())
                .results()
                .map(row -> {
                    List<String> named = TEST.matcher(row.group(2))
                            .results()
                            .map(name -> name.group(1))
                            .toList();
                    assertThat(named).as("tests of point %s", row.group(1)).isNotEmpty();
                    assertThat(tests).as("test classes").containsAll(named);
                    return row.group(1);
                })
                .toList();
        assertThat(points).hasSize(28).doesNotHaveDuplicates();
    }

    private static Set<String> tests(Path project) throws IOException {
        try (Stream<Path> files = Files.find(
                project,
                20,
                (file, attributes) -> file.toString().endsWith("Tests.java")
                        && file.toString().replace('\\', '/').contains("/src/test/java/"))) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }
}
