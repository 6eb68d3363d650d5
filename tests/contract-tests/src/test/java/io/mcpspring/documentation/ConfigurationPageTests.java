package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JsonNode;

/**
 * The page of properties has a section for each group of properties, which ends with the table that follows from the
 * metadata. The system property {@code mcp.documentation.write} makes the test write the tables:
 *
 * <pre>
 * ./mvnw -pl :contract-tests -am test -Dtest=ConfigurationPageTests -Dsurefire.failIfNoSpecifiedTests=false \
 *   -Dmcp.documentation.write
 * </pre>
 */
class ConfigurationPageTests {

    private static final Page PAGE = Page.of("docs/reference/configuration.md");

    private static final Pattern HEADING = Pattern.compile("(?m)^## `(mcp\\.server[a-z.-]*)`$");

    @Test
    void theTablesMatchTheMetadata() throws IOException {
        String expected = Stream.of(PAGE.text().split("(?m)^(?=## )"))
                .map(ConfigurationPageTests::withTable)
                .collect(Collectors.joining("\n\n", "", "\n"));
        if (System.getProperty("mcp.documentation.write") != null) {
            Files.writeString(PAGE.file(), expected);
        } else {
            assertThat(PAGE.text())
                    .as("%s, which -Dmcp.documentation.write writes anew", PAGE.name())
                    .isEqualTo(expected);
        }
    }

    @Test
    void everyGroupHasASection() {
        List<String> sections = HEADING.matcher(PAGE.text())
                .results()
                .map(heading -> heading.group(1))
                .toList();
        assertThat(sections)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(Metadata.names().stream()
                        .map(ConfigurationPageTests::group)
                        .collect(Collectors.toSet()));
    }

    private static String withTable(String section) {
        return HEADING.matcher(section)
                .results()
                .findFirst()
                .map(heading -> section.lines()
                                .filter(line -> !line.startsWith("|"))
                                .collect(Collectors.joining("\n"))
                                .strip()
                        + "\n\n" + table(heading.group(1)))
                .orElse(section.strip());
    }

    private static String table(String group) {
        String head = "| Property | Type | Default | Description |\n|---|---|---|---|";
        return Metadata.properties().stream()
                .filter(property -> group(property.path("name").stringValue()).equals(group))
                .map(ConfigurationPageTests::row)
                .collect(Collectors.joining("\n", head + "\n", ""));
    }

    private static String group(String property) {
        return property.substring(0, property.lastIndexOf('.'));
    }

    private static String row(JsonNode property) {
        String name = property.path("name").stringValue();
        String defaultValue = property.path("defaultValue").asString("").replaceAll("[\\[\\]]", "");
        String description = property.path("description").stringValue().replace("|", "\\|");
        return "| %s | %s | %s | %s |"
                .formatted(code(name), type(property.path("type").stringValue()), code(defaultValue), description);
    }

    /** Returns the values of an enum, or the type without packages and enclosing classes. */
    private static String type(String name) {
        if (!name.contains("<")) {
            Class<?> type = ClassUtils.resolveClassName(name, null);
            if (type.isEnum()) {
                return Stream.of(type.getEnumConstants())
                        .map(constant -> code(constant.toString().toLowerCase(Locale.ROOT)))
                        .collect(Collectors.joining(", "));
            }
        }
        return code(name.replaceAll("[\\w.]+[.$](?=\\w)", ""));
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }
}
