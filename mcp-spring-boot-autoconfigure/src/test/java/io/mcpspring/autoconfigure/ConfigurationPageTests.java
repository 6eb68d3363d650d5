package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.documentation.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The page of properties has a section for each group of properties, with the table that follows from the metadata. The
 * system property {@code mcp.documentation.write} makes the test write the tables:
 *
 * <pre>./mvnw -pl mcp-spring-boot-autoconfigure test -Dtest=ConfigurationPageTests -Dmcp.documentation.write</pre>
 */
class ConfigurationPageTests {

    private static final Page PAGE = Page.of("docs/reference/configuration.md");

    /** A heading that names a group, the text below it, and its table. */
    private static final Pattern SECTION =
            Pattern.compile("(?m)^## `(mcp\\.server[a-z.-]*)`\\n((?:(?!\\||#).*\\n)*)((?:\\|.*\\n)*)");

    @Test
    void theTablesAreThoseOfTheMetadata() throws IOException {
        String expected = SECTION.matcher(PAGE.text()).replaceAll(section -> Matcher.quoteReplacement(
                "## `" + section.group(1) + "`\n" + section.group(2) + table(section.group(1))));
        if (System.getProperty("mcp.documentation.write") != null) {
            Files.writeString(PAGE.file(), expected);
        } else {
            assertThat(PAGE.text()).isEqualTo(expected);
        }
    }

    @Test
    void everyGroupHasASection() {
        List<String> sections = SECTION.matcher(PAGE.text()).results().map(section -> section.group(1)).toList();
        assertThat(sections).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(
                Metadata.names().stream().map(ConfigurationPageTests::group).collect(Collectors.toSet()));
    }

    private static String table(String group) {
        return Metadata.properties().stream()
                .filter(property -> group(property.path("name").stringValue()).equals(group))
                .map(ConfigurationPageTests::row)
                .collect(Collectors.joining("", "| Property | Type | Default | Description |\n|---|---|---|---|\n", ""));
    }

    private static String group(String property) {
        return property.substring(0, property.lastIndexOf('.'));
    }

    private static String row(JsonNode property) {
        return "| `%s` | %s | %s | %s |\n".formatted(property.path("name").stringValue(),
                type(property.path("type").stringValue()), defaultValue(property.path("defaultValue")),
                property.path("description").stringValue().replace("|", "\\|"));
    }

    /** The type without packages and enclosing classes. */
    private static String type(String name) {
        return name.replaceAll("[\\w.]+[.$](?=\\w)", "").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String defaultValue(JsonNode value) {
        String text = value.isArray()
                ? StreamSupport.stream(value.spliterator(), false).map(JsonNode::asString)
                        .collect(Collectors.joining(", "))
                : value.asString("");
        return text.isEmpty() ? "" : "`" + text + "`";
    }
}
