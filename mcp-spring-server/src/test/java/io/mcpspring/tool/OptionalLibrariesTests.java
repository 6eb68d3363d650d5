package io.mcpspring.tool;

import static io.mcpspring.protocol.ProtocolVersion.V2026_07_28;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.mcpspring.constraint.ArgumentConstraints;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.schema.Forms;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.ToolMethod;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.Conversion;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Schemas are generated and arguments read with every combination of the optional libraries. */
class OptionalLibrariesTests {

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"%s}},"
            + "\"required\":[\"text\"],\"additionalProperties\":false} [hello] "
            + "{\"type\":\"object\",\"properties\":{\"size\":{\"type\":\"string\",\"oneOf\":["
            + "{\"const\":\"S\",\"title\":\"Small\"}],\"default\":\"S\"}}}";

    @Test
    void worksWithoutAll() throws Exception {
        assertThat(runWithout("jakarta.validation-api", "hibernate-validator", "swagger-annotations"))
                .isEqualTo(SCHEMA.formatted(""));
    }

    @Tag("change")
    @ParameterizedTest(name = "without {0}")
    @ValueSource(strings = {"jakarta.validation-api hibernate-validator", "swagger-annotations"})
    void worksWithout(String libraries) throws Exception {
        boolean described = !libraries.contains("swagger");

        assertThat(runWithout(libraries.split(" ")))
                .isEqualTo(SCHEMA.formatted(described ? ",\"description\":\"By Swagger\"" : ""));
    }

    @SuppressWarnings("unchecked")
    private static String runWithout(String... libraries) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(urls(libraries), ClassLoader.getPlatformClassLoader())) {
            Class<?> probe = loader.loadClass(Probe.class.getName());
            assertThat(probe).isNotSameAs(Probe.class);
            return ((Callable<String>) probe.getDeclaredConstructor().newInstance()).call();
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static URL[] urls(String... libraries) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Arrays.stream(libraries).noneMatch(new File(entry).getName()::startsWith))
                .map(OptionalLibrariesTests::url)
                .toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return new File(entry).toURI().toURL();
        } catch (MalformedURLException ex) {
            throw new IllegalArgumentException(ex);
        }
    }

    /** Runs in a separate class loader. */
    public static final class Probe implements Callable<String> {

        @Override
        public String call() {
            ToolMethod tool = ToolMethod.of(Tools.class, "tool");
            JsonMapper mapper = JsonMapper.shared();
            JsonSchemas schemas = new JsonSchemas(mapper, true, List.of());
            schemas.outputSchema(URI.class, false);
            String form = new Forms(mapper, List.of())
                    .of(Titled.class)
                    .schema(V2026_07_28)
                    .toString();
            BeanMethod method = BeanMethod.of(new Tools(), tool.method());
            ArgumentConstraints constraints =
                    ArgumentConstraints.of(new DefaultListableBeanFactory(), method, List.of(), mapper);
            ArgumentReader reader = new ArgumentReader(
                    tool.schema(schemas),
                    Tools.class,
                    tool.arguments(),
                    mapper,
                    new Conversion(true, true, new JsonLimits(4_194_304, 100)));
            CheckingTime time = new CheckingTime();
            ObjectNode arguments = mapper.createObjectNode().put("text", "hello");
            Object[] values = reader.read(reader.accept(arguments, RequestMemory.UNCOUNTED, time), time)
                    .values();
            constraints.check(new Tools(), values, time);
            return tool.schema(schemas) + " " + Arrays.toString(values) + " " + form;
        }
    }

    record Titled(@JsonProperty(defaultValue = "S") Size size) {}

    enum Size {
        @JsonPropertyDescription("Small")
        S
    }

    static final class Tools {

        void tool(@io.swagger.v3.oas.annotations.media.Schema(description = "By Swagger") String text) {}
    }
}
