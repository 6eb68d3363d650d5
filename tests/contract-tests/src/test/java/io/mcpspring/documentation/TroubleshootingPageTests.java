package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page on troubleshooting is searched by the texts of the library: those on the page exist, and those that report a
 * problem are on the page.
 */
class TroubleshootingPageTests {

    /** A text in the first column of a table; a property or a type has no space. */
    private static final Pattern TEXT = Pattern.compile("(?m)^\\| `([^`|]+ [^`|]+)` \\|");

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

    /** A statement that logs a warning or an error with a text of its own, or stops the start. */
    private static final Pattern REPORT = Pattern.compile(
            "\\b(?:logger\\.(?:warn|error)|(?:warnings|UNAVAILABLE)\\.log|warnings\\.add|warn|logOnce|new McpConfigurationException)"
                    + "\\(([^;]*?\"[^\";]{12,}[^;]*)");

    /** The reason for which a method, a type or a schema is refused. */
    private static final Pattern REASON = Pattern.compile("\\b(?:refused|new DeclarationException)\\("
            + "((?:[^\",;()]|\"(?:[^\"\\\\]|\\\\.)*\"|\\((?:[^()]|\\([^()]*\\))*\\))+)");

    private static final Pattern OWN_TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.){12,})\"");

    private static final Pattern CONCATENATION = Pattern.compile("\"\\s*\\+\\s*\"");

    @Test
    void everyTextOccursInTheCode() throws IOException {
        Page page = Page.of("docs/how-to/troubleshooting.md");
        List<String> sources = sources();

        assertThat(matches(TEXT, page.text()))
                .hasSizeGreaterThan(35)
                .allSatisfy(text -> assertThat(sources).anyMatch(source -> hasAll(source, text)));
    }

    @Test
    void everyReportOccursOnThePage() throws IOException {
        assertThat(inCode(REPORT)).hasSizeGreaterThan(25).allSatisfy(onPage());
    }

    @Test
    void everyReasonWhyAMethodCannotBeOfferedOccursOnThePage() throws IOException {
        assertThat(inCode(REASON).stream()
                        .filter(reason -> OWN_TEXT.matcher(reason).find()))
                .hasSizeGreaterThan(70)
                .allSatisfy(onPage());
    }

    private static List<String> inCode(Pattern statements) throws IOException {
        return sources().stream()
                .flatMap(source -> matches(statements, source).stream())
                .toList();
    }

    /** Checks that the page has a text of the statement. */
    private static Consumer<String> onPage() throws IOException {
        List<String> texts = matches(
                        CODE, Page.of("docs/how-to/troubleshooting.md").text())
                .stream()
                .filter(text -> text.contains(" "))
                .toList();
        return statement -> assertThat(texts).anyMatch(text -> hasAll(statement, text));
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    @Test
    void aTextThatIsNotOfTheCodeIsFound() throws IOException {
        assertThat(sources()).noneMatch(source -> hasAll(source, "It is abstract, so it ..."));
    }

    /** Whether the source has all parts of the text, which {@code ...} separates. */
    private static boolean hasAll(String source, String text) {
        return Stream.of(text.split("\\.\\.\\.")).map(String::strip).allMatch(source::contains);
    }

    private static List<String> sources() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String module : List.of("mcp-spring-server", "mcp-spring-boot-autoconfigure", "mcp-spring-boot-redis")) {
            Path folder = Page.of("README.md").root().resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    sources.add(CONCATENATION.matcher(Files.readString(file)).replaceAll(""));
                }
            }
        }
        return sources;
    }
}
