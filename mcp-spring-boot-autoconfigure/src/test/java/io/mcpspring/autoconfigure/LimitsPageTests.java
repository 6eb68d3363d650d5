package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of limits names properties that exist, and all that are limits. */
class LimitsPageTests {

    private static final Pattern ROW = Pattern.compile("\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|");

    private static final Pattern NAME = Pattern.compile("`([a-z.-]+)`");

    private static final Pattern LIMIT = Pattern.compile("mcp\\.server\\.(.*\\.(max-[a-z-]*|.*-timeout|queue-capacity))");

    /** In the column of properties. */
    private static Set<String> named() throws IOException {
        Path folder = Path.of(System.getProperty("user.dir")).toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/limits.md"))) {
            folder = folder.getParent();
            assertThat(folder).as("a folder with docs/limits.md above the working directory").isNotNull();
        }
        Set<String> names = new TreeSet<>();
        ROW.matcher(Files.readString(folder.resolve("docs/limits.md"))).results()
                .forEach(row -> NAME.matcher(row.group(3)).results().forEach(name -> names.add(name.group(1))));
        return names;
    }

    private static Set<String> properties() throws IOException {
        Set<String> names = new HashSet<>();
        try (InputStream metadata =
                LimitsPageTests.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            for (JsonNode property : JsonMapper.shared().readTree(metadata).path("properties")) {
                names.add(property.path("name").stringValue());
            }
        }
        return names;
    }

    @Test
    void everyNameIsThatOfAProperty() throws IOException {
        assertThat(properties()).containsAll(named().stream().map(name -> "mcp.server." + name).toList());
    }

    @Test
    void everyLimitIsListed() throws IOException {
        Set<String> limits = new TreeSet<>();
        properties().forEach(name -> LIMIT.matcher(name).results().forEach(limit -> limits.add(limit.group(1))));
        assertThat(limits).hasSizeGreaterThan(10);
        assertThat(named()).containsAll(limits);
    }
}
