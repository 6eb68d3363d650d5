package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of security points names tests and checks that exist. */
class SecurityPointsTests {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\|.*\\|(.*)\\|$");

    private static final Pattern PROOF = Pattern.compile("`([^`]+)`");

    private static final Pattern METHOD = Pattern.compile("(?m)^    void (\\w+)\\(");

    private static final Page PAGE = Page.of("docs/explanation/security-points.md");

    @Test
    void everyPointIsProvedByTestsThatExist() throws IOException {
        Set<String> tests = tests(PAGE.root());
        List<String> points = ROW.matcher(PAGE.text())
                .results()
                .map(row -> {
                    List<String> proofs = PROOF.matcher(row.group(2))
                            .results()
                            .map(proof -> proof.group(1))
                            .toList();
                    assertThat(proofs).as("proofs of point %s", row.group(1)).isNotEmpty();
                    assertThat(proofs)
                            .as("proofs of point %s", row.group(1))
                            .allMatch(proof -> proof.startsWith(".ci/")
                                    ? Files.exists(PAGE.root().resolve(proof))
                                    : tests.contains(proof));
                    return row.group(1);
                })
                .toList();
        assertThat(points).hasSize(28).doesNotHaveDuplicates();
    }

    /** Returns the tests of all modules, as class and method. */
    private static Set<String> tests(Path project) throws IOException {
        try (Stream<Path> files = Files.find(
                project,
                20,
                (file, attributes) -> file.toString().endsWith("Tests.java")
                        && file.toString().replace('\\', '/').contains("/src/test/java/"))) {
            return files.flatMap(SecurityPointsTests::testsOf).collect(Collectors.toSet());
        }
    }

    private static Stream<String> testsOf(Path file) {
        String name = file.getFileName().toString().replace(".java", "");
        try {
            return METHOD.matcher(Files.readString(file)).results().map(method -> name + "#" + method.group(1));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
