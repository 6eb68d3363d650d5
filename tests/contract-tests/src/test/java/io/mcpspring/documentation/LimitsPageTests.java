package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of limits lists every limit among the properties, with its default. */
class LimitsPageTests {

    private static final Pattern ROW = Pattern.compile("\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|");

    private static final Pattern NAME = Pattern.compile("`([a-z.-]+)`");

    private static final Pattern LIMIT = Pattern.compile("mcp\\.server\\..*\\.(max-[a-z-]*|.*-timeout|queue-capacity)");

    /** Returns the limits beside each property in the tables. */
    private static Map<String, String> limits() {
        Map<String, String> limits = new TreeMap<>();
        ROW.matcher(Page.of("docs/reference/limits.md").text())
                .results()
                .forEach(row -> NAME.matcher(row.group(3))
                        .results()
                        .forEach(name -> limits.merge("mcp.server." + name.group(1), row.group(2), String::concat)));
        return limits;
    }

    @Test
    void everyNameIsAProperty() {
        assertThat(Metadata.names()).containsAll(limits().keySet());
    }

    @Test
    void everyLimitIsListed() {
        List<String> properties = Metadata.names().stream()
                .filter(name -> LIMIT.matcher(name).matches())
                .toList();
        assertThat(properties).hasSizeGreaterThan(10);
        assertThat(limits().keySet()).containsAll(properties);
    }

    @Test
    void everyLimitMatchesTheDefault() {
        Set<String> wrong = new TreeSet<>();
        limits().forEach((name, limit) -> {
            String defaultValue =
                    Metadata.entry("properties", name).path("defaultValue").asString();
            if (!limit.replace("min", "m").replaceAll("[ ,]", "").contains(defaultValue)) {
                wrong.add(name + ": " + limit + "instead of " + defaultValue);
            }
        });
        assertThat(wrong).isEmpty();
    }
}
