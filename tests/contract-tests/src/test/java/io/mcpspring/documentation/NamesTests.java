package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpIcon;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.JsonRpcError;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names in the text of the documentation exist, and its tables are complete. */
class NamesTests {

    private static final Pattern PROPERTY = Pattern.compile("(?<!spring\\.ai\\.)mcp\\.server(?:\\.[a-z-]+)+");

    private static final Pattern TYPE = Pattern.compile("\\bMcp[A-Z]\\w*");

    private static final Pattern OF_EXCHANGE = Pattern.compile("\\b(?:exchange|McpExchange)\\.(\\w+)");

    /** A type, perhaps after the end of its package, and perhaps before a member. */
    private static final Pattern CODE =
            Pattern.compile("@?((?:[a-z]\\w*\\.)*([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+)*)(?:\\(\\))?");

    /** Types that the code does not import, names of headers, and a part of a name. */
    private static final Set<String> NOT_IN_CODE =
            Set.of("FrameworkServlet", "ParameterResolutionDelegate", "ThreadLocal", "Host", "Origin", "Mcp");

    private static final Pattern MODULE = Pattern.compile("<module>(.+?)</module>");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `?([^`|]+?)`? \\|");

    @Test
    void propertiesAndMeters() {
        List<String> names = new ArrayList<>(Metadata.names());
        PROPERTY.matcher(Page.of("docs/reference/observability.md").text())
                .results()
                .forEach(meter -> names.add(meter.group()));
        assertThat(Page.all())
                .flatMap(page -> PROPERTY.matcher(page.text())
                        .results()
                        .map(MatchResult::group)
                        .toList())
                .hasSizeGreaterThan(50)
                .allMatch(name -> names.stream().anyMatch(known -> (known + ".").startsWith(name + ".")));
    }

    @Test
    void types() throws IOException {
        Set<String> sources = new HashSet<>();
        Path root = Page.of("README.md").root();
        for (String module : List.of(
                "mcp-spring-server",
                "mcp-spring-boot-autoconfigure",
                "mcp-spring-boot-langchain4j",
                "mcp-spring-boot-test")) {
            try (Stream<Path> files = Files.walk(root.resolve(module + "/src/main"))) {
                files.forEach(file -> sources.add(file.getFileName().toString().replace(".java", "")));
            }
        }
        assertThat(named(TYPE, 0)).hasSizeGreaterThan(50).isSubsetOf(sources);
    }

    @Test
    void typesAndMembersOfThePagesForContributors() throws IOException {
        Page build = Page.of("pom.xml");
        JavaNames code =
                JavaNames.of(modulesOf(build.text()).map(build.root()::resolve).toList());
        List<Matcher> names = Stream.of("CONTRIBUTING.md", "docs/explanation/internals.md")
                .flatMap(page -> Page.of(page).terms().stream())
                .map(CODE::matcher)
                .filter(Matcher::matches)
                .toList();
        assertThat(names).hasSizeGreaterThan(150);
        assertThat(names)
                .filteredOn(name -> !NOT_IN_CODE.contains(name.group(2)))
                .filteredOn(name -> !code.contain(name.group(1), name.group(2)))
                .extracting(name -> name.group(1))
                .isEmpty();
    }

    @Test
    void methodsOfTheExchange() {
        assertThat(named(OF_EXCHANGE, 1))
                .hasSizeGreaterThan(3)
                .isSubsetOf(Stream.of(McpExchange.class.getMethods())
                        .map(Method::getName)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                McpTool.class,
                McpToolParam.class,
                McpPrompt.class,
                McpPromptParam.class,
                McpResource.class,
                McpComplete.class,
                McpIcon.class
            })
    void attributesOfAnnotations(Class<?> annotation) {
        String page = Page.of("docs/reference/annotations.md").text();
        String section =
                page.split("## `@" + annotation.getSimpleName() + "`\n")[1].split("\n## ")[0];
        assertThat(rows(section))
                .containsExactlyInAnyOrderElementsOf(Stream.of(annotation.getDeclaredMethods())
                        .map(Method::getName)
                        .toList());
    }

    @Test
    void modules() {
        String page = Page.of("docs/explanation/architecture.md").text();
        String build = Page.of("pom.xml").text();
        assertThat(rows(page.split("## Modules\n")[1]))
                .containsExactlyInAnyOrderElementsOf(modulesOf(build).toList());
    }

    @Test
    void codesOfErrors() throws IllegalAccessException {
        Map<String, Integer> codes = new HashMap<>();
        for (var field : JsonRpcError.class.getFields()) {
            codes.put(field.getName(), field.getInt(null));
        }
        String section = Page.of("docs/reference/errors.md")
                .text()
                .split("## JSON-RPC codes\n")[1]
                .split("\n## ")[0];
        assertThat(rows(section)).map(Integer::valueOf).containsExactlyInAnyOrderElementsOf(codes.values());
    }

    // The page on Spring AI names annotations of another project.
    private static List<String> named(Pattern pattern, int group) {
        return Page.all().stream()
                .filter(page -> !page.name().endsWith("/spring-ai.md"))
                .flatMap(page -> page.terms().stream())
                .flatMap(term -> pattern.matcher(term).results())
                .map(match -> match.group(group))
                .toList();
    }

    private static Stream<String> modulesOf(String build) {
        return MODULE.matcher(build).results().map(module -> module.group(1));
    }

    /** Returns the first column of a table, without its head. */
    private static List<String> rows(String section) {
        return ROW.matcher(section).results().map(row -> row.group(1)).skip(1).toList();
    }
}
