package io.mcpspring.test;

import io.mcpspring.protocol.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.util.ResourceUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Assertions of the published definitions of a server, as the clients of one revision see them. */
public final class McpTesterAssert extends AbstractAssert<McpTesterAssert, McpTester> {

    /** The system property that makes {@link #definitionsMatch} write the file: {@value}. */
    public static final String WRITE_PROPERTY = "mcp.test.write-definitions";

    private static final Path TEST_RESOURCES = Path.of("src/test/resources");

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    McpTesterAssert(McpTester actual) {
        super(actual, McpTesterAssert.class);
    }

    /**
     * Fails unless the server has exactly the tools of these names, in any order.
     *
     * @param names the names
     * @return this assertion
     */
    public McpTesterAssert hasTools(String... names) {
        Assertions.assertThat(actual.tools())
                .extracting(Tool::name)
                .as("tools of the server")
                .containsExactlyInAnyOrder(names);
        return this;
    }

    /**
     * Fails if a published definition of a tool, prompt, resource or resource template differs from the file, or if the
     * file does not exist. The message names each entry and field with the values before and after. If the system
     * property {@value #WRITE_PROPERTY} is {@code true}, writes the file instead.
     *
     * @param location {@code classpath:} for a file in {@code src/test/resources} of the working directory, or a URL or
     *     path of a file
     * @return this assertion
     */
    public McpTesterAssert definitionsMatch(String location) {
        JsonNode definitions = actual.definitions();
        if (Boolean.getBoolean(WRITE_PROPERTY)) {
            write(definitions, file(location));
            return this;
        }
        Resource file = resource(location);
        if (!file.exists()) {
            throw failure("'%s' does not exist. %s", location, howToWrite(location));
        }
        List<String> differences = Definitions.differences(read(file), definitions);
        if (!differences.isEmpty()) {
            throw failure(
                    "The published definitions differ from '%s':%n%n%s%n%nIf clients may see this, write the file. %s",
                    location, String.join(System.lineSeparator(), differences), howToWrite(location));
        }
        return this;
    }

    private static String howToWrite(String location) {
        return "A run of this test with the system property %s=true writes %s"
                .formatted(WRITE_PROPERTY, file(location).toString().replace('\\', '/'));
    }

    private static Resource resource(String location) {
        DefaultResourceLoader loader = new DefaultResourceLoader();
        return loader.getResource(isUrl(location) ? location : "file:" + location);
    }

    private static boolean isUrl(String location) {
        return location.startsWith(ResourceUtils.CLASSPATH_URL_PREFIX)
                || location.startsWith(ResourceUtils.FILE_URL_PREFIX);
    }

    private static Path file(String location) {
        if (location.startsWith(ResourceUtils.CLASSPATH_URL_PREFIX)) {
            String path = location.substring(ResourceUtils.CLASSPATH_URL_PREFIX.length());
            return TEST_RESOURCES.resolve(path.replaceFirst("^/", ""));
        }
        return Path.of(
                location.startsWith(ResourceUtils.FILE_URL_PREFIX)
                        ? location.substring(ResourceUtils.FILE_URL_PREFIX.length())
                        : location);
    }

    private static JsonNode read(Resource file) {
        try {
            return JsonMapper.shared().readTree(file.getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void write(JsonNode definitions, Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, MAPPER.writeValueAsString(definitions) + System.lineSeparator());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
