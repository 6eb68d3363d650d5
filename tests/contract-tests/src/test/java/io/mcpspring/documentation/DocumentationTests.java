package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.mcpspring.documentation.Page.Block;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The README and the pages in {@code docs}. Their blocks of code are valid, and the targets of their links exist.
 * Commands are run by {@code .ci/commands.mjs}, Kotlin is compiled by {@code .ci/strangers}, and settings are bound in
 * {@code ConfigurationBlocksTests}.
 */
class DocumentationTests {

    private static final Set<String> CHECKED =
            Set.of("java", "kotlin", "xml", "json", "yaml", "properties", "shell", "http", "sql");

    private static final Pattern MAVEN = Pattern.compile("<dependency>\\s*<groupId>([^<]+)</groupId>\\s*"
            + "<artifactId>([^<]+)</artifactId>(?:\\s*<version>([^<]+)</version>)?");

    private static final Pattern GRADLE = Pattern.compile(
            "(?m)^\\s*(?:implementation|runtimeOnly|testImplementation)\\((?:platform\\()?\"([^:\"]+):([^:\"]+)(?::([^:\"]+))?\"\\)");

    private static final Pattern PARENT =
            Pattern.compile("<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>(.+?)</version>");

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final Pattern NOT_RUN = Pattern.compile("(<!-- not run: )");

    /** Pages whose classes need libraries for access tokens: security-tests compiles and compares them. */
    private static final Set<String> NEEDS_TOKENS =
            Set.of("docs/how-to/example-company.md", "docs/how-to/example-local.md");

    @Test
    void everyBlockIsInALanguageThatIsChecked() {
        List<Page> pages = Page.all();
        assertThat(pages).hasSizeGreaterThan(10);
        assertThat(pages).allSatisfy(page -> {
            assertThat(page.fences())
                    .as("fences of %s, those of indented blocks included", page.name())
                    .isEqualTo(page.blocks().size() * 2L);
            assertThat(page.blocks()).allMatch(block -> CHECKED.contains(block.language()));
        });
    }

    @Tag("change")
    @Test
    void javaCompiles() {
        assertThat(Page.blocks("java")).hasSizeGreaterThan(20);
        List<Page> pages = Page.all().stream()
                .filter(page -> !NEEDS_TOKENS.contains(page.name()))
                .toList();
        assertThat(new JavaBlocks(pages).problems()).isEmpty();
    }

    @Tag("change")
    @Test
    void javaIsCompiledWithItsTypesAndReportedByItsLine() {
        Page page = Page.of("README.md").withText("""
                # Page

                ```java
                import java.util.List;

                class Fine {
                }

                String member(List<String> words) {
                    return words.first();
                }
                ```

                ```java
                String text = member(List.of("a"));
                ```
                """);
        assertThat(new JavaBlocks(List.of(page)).problems())
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem).startsWith("README.md:10: cannot find symbol"))
                .anySatisfy(problem -> assertThat(problem).startsWith("README.md:15: cannot find symbol"));
    }

    @Test
    void jsonIsValid() {
        assertThat(Page.blocks("json"))
                .isNotEmpty()
                .allSatisfy(block ->
                        assertThatNoException().as(block.toString()).isThrownBy(() -> STRICT.readTree(block.code())));
    }

    @Test
    void mavenAndGradleBlocksHaveTheSameDependencies() {
        assertThat(Page.all())
                .filteredOn(page -> page.blocks().stream().anyMatch(Block::isGradle))
                .hasSizeGreaterThan(1)
                .allSatisfy(page -> assertThat(coordinates(page, GRADLE, "kotlin"))
                        .as(page.name())
                        .isNotEmpty()
                        .isEqualTo(coordinates(page, MAVEN, "xml")));
    }

    @Test
    void versionsMatchTheBuild() {
        String build = Page.of("pom.xml").text();
        String version = first("<version>(.+?)</version>", build);
        assertThat(Page.all())
                .flatMap(page -> coordinates(page, MAVEN, "xml"))
                .filteredOn(library -> library.matches("io\\.mcpspring:.+:.+"))
                .hasSizeGreaterThan(2)
                .allMatch(library -> library.endsWith(":" + version));
        assertThat(Page.all())
                .flatMap(page -> matches(PARENT, page.text()))
                .isNotEmpty()
                .containsOnly(first("<spring-boot.version>(.+?)<", build));
    }

    @Test
    void commandsAreRunUnlessAReasonIsGiven() {
        assertThat(Page.blocks("shell"))
                .hasSizeGreaterThan(5)
                .allSatisfy(block ->
                        assertThat(block.comment()).as(block.toString()).matches("|not run: .{10,}"));
        assertThat(Page.all())
                .allSatisfy(page -> assertThat(page.blocks())
                        .as("reasons on the line before a block of %s", page.name())
                        .filteredOn(block -> block.comment().startsWith("not run: "))
                        .hasSameSizeAs(matches(NOT_RUN, page.text())));
    }

    @Test
    void linksLeadToPagesAndHeadings() {
        List<String> broken = new ArrayList<>();
        Stream.concat(Page.all().stream(), Stream.of(Page.of("CONTRIBUTING.md")))
                .forEach(page -> page.links().stream()
                        .filter(link -> !link.startsWith("https://") && !leads(page, link))
                        .forEach(link -> broken.add(page.name() + ": " + link)));
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPageIsInTheTableOfContents() {
        Page contents = Page.of("docs/README.md");
        Set<String> listed = new TreeSet<>();
        contents.links().forEach(link -> listed.add(target(contents, link)));
        Set<String> pages = new TreeSet<>(Page.all().stream().map(Page::name).toList());
        pages.removeAll(Set.of("README.md", "docs/README.md"));
        assertThat(listed).containsAll(pages);
    }

    @Test
    void theReadmeIsShort() {
        assertThat(Page.of("README.md").text().lines().count()).isLessThanOrEqualTo(200);
    }

    private static boolean leads(Page from, String link) {
        String target = target(from, link);
        if (!Files.exists(from.root().resolve(target))) {
            return false;
        }
        int fragment = link.indexOf('#');
        return fragment < 0 || Page.of(target).anchors().contains(link.substring(fragment + 1));
    }

    /** Returns the file of the project to which a link of the page leads. */
    private static String target(Page from, String link) {
        String path = link.replaceFirst("#.*", "");
        Path file = path.isEmpty() ? Path.of(from.name()) : Path.of(from.name()).resolveSibling(path);
        return file.normalize().toString().replace('\\', '/');
    }

    private static Set<String> coordinates(Page page, Pattern dependency, String language) {
        Set<String> all = new TreeSet<>();
        page.blocks().stream()
                .filter(block -> block.language().equals(language))
                .map(Block::code)
                .flatMap(code -> dependency.matcher(code).results())
                .forEach(found -> all.add(
                        found.group(1) + ":" + found.group(2) + (found.group(3) == null ? "" : ":" + found.group(3))));
        return all;
    }

    private static String first(String pattern, String text) {
        return matches(Pattern.compile(pattern), text).get(0);
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }
}
