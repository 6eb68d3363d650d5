package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of limits names properties that exist, and all that are limits. */
class LimitsPageTests {

    private static final Pattern ROW = Pattern.compile("\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|");

    private static final Pattern NAME = Pattern.compile("`([a-z.-]+)`");

    private static final Pattern LIMIT =
            Pattern.compile("mcp\\.server\\.(.*\\.(max-[a-z-]*|.*-timeout|queue-capacity))");

    /** In the column of properties. */
    private static Set<String> named() {
        Set<String> names = new TreeSet<>();
        ROW.matcher(Page.of("docs/reference/limits.md").text())
                .results()
                .forEach(row -> NAME.matcher(row.group(3)).results().forEach(name -> names.add(name.group(1))));
        return names;
    }

    @Test
    void everyNameIsThatOfAProperty() {
        assertThat(Metadata.names())
                .containsAll(named().stream().map(name -> "mcp.server." + name).toList());
    }

    @Test
    void everyLimitIsListed() {
        Set<String> limits = new TreeSet<>();
        Metadata.names().forEach(name -> LIMIT.matcher(name).results().forEach(limit -> limits.add(limit.group(1))));
        assertThat(limits).hasSizeGreaterThan(10);
        assertThat(named()).containsAll(limits);
    }
}
