package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.documentation.Metadata;
import io.mcpspring.documentation.Page;
import io.mcpspring.documentation.Page.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** The settings in the documentation name existing properties and have valid values. */
class ConfigurationBlocksTests {

    /** The part of a name that is an index of a list, or a key of a map and what is below it. */
    private static final Pattern INSIDE = Pattern.compile("\\[.*|(?<=^mcp\\.server\\.toolsets)\\..*");

    @ParameterizedTest
    @MethodSource("blocks")
    void namesPropertiesThatExistAndHasValidValues(Block block) {
        List<PropertySource<?>> settings = load(block);
        assertThat(settings).isNotEmpty();
        settings.forEach(source -> assertThat(((EnumerablePropertySource<?>) source).getPropertyNames())
                .filteredOn(name -> name.startsWith("mcp."))
                .allSatisfy(name -> assertThat(Metadata.names())
                        .contains(INSIDE.matcher(name).replaceFirst(""))));
        assertAccepted(settings, Runners.properties());
    }

    @Tag("change")
    @ParameterizedTest
    @MethodSource("blocks")
    void isAcceptedByAServer(Block block) {
        // Issuers need a library that is not here.
        assertAccepted(load(block), Runners.reactive().withPropertyValues("mcp.server.security.enabled=false"));
    }

    private static void assertAccepted(
            List<PropertySource<?>> settings, AbstractApplicationContextRunner<?, ?, ?> application) {
        application
                .withPropertyValues("MCP_SERVER_SECRET=" + "x".repeat(32), "MCP_SECRET=" + "x".repeat(32))
                .withInitializer(
                        context -> settings.forEach(context.getEnvironment().getPropertySources()::addFirst))
                .run(context -> assertThat(context.getStartupFailure()).isNull());
    }

    static Stream<Block> blocks() {
        return Page.blocks("yaml", "properties").stream();
    }

    private static List<PropertySource<?>> load(Block block) {
        PropertySourceLoader loader =
                block.language().equals("yaml") ? new YamlPropertySourceLoader() : new PropertiesPropertySourceLoader();
        try {
            return loader.load(
                    block.toString(), new ByteArrayResource(block.code().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
