package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.validation.DeclarationException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ToolArgumentTests {

    @Test
    void isNamedByItsAnnotationOrItsParameter() {
        assertThat(ToolMethod.of(Tools.class, "named").arguments())
                .extracting(ToolArgument::name)
                .containsExactly("given", "plain");
    }

    @Test
    void resolvesPlaceholdersInAllTexts() {
        ToolArgument argument =
                ToolMethod.of(Tools.class, "placeholders").arguments().get(0);

        assertThat(argument.name()).isEqualTo("km");
        assertThat(argument.description()).isEqualTo("in km");
        assertThat(argument.defaultValue()).isEqualTo("1 km");
        assertThat(argument.header()).isEqualTo("X-km");
    }

    @Test
    void aComposedAnnotationMaySetItsAttributes() {
        ToolArgument argument =
                ToolMethod.of(Tools.class, "composed").arguments().get(0);

        assertThat(argument.name()).isEqualTo("city");
        assertThat(argument.description()).isEqualTo("A city");
        assertThat(argument.required()).isFalse();
    }

    @Test
    void aDefaultMayBeEmpty() {
        assertThat(ToolMethod.of(Tools.class, "emptyDefault").arguments().get(0).defaultValue())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"$defs", "definitions"})
    void aDefaultIsCheckedWithTheDefinitionsOfTheSchema(String definitions) {
        ObjectNode schema = (ObjectNode) JsonMapper.shared().readTree("""
                {"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
                 "properties":{"limit":{"$ref":"#/DEFINITIONS/limit"}},
                 "DEFINITIONS":{"limit":{"type":"integer","maximum":50}}}""".replace("DEFINITIONS", definitions));
        JsonNode property = schema.at("/properties/limit");

        assertThat(ArgumentKeywords.value("default", "10", property, schema).intValue())
                .isEqualTo(10);
        assertThatExceptionOfType(DeclarationException.class)
                .isThrownBy(() -> ArgumentKeywords.value("default", "51", property, schema))
                .withMessageStartingWith("The default value '51' must be at most 50, got 51");
    }

    @Test
    void refusesAParameterWithoutAName() {
        Method compare = ReflectionUtils.findMethod(java.util.Comparator.class, "compare", Object.class, Object.class);

        assertThatExceptionOfType(DeclarationException.class)
                .isThrownBy(() -> ToolArgument.of(new MethodParameter(compare, 1), text -> text))
                .withMessage("The name of parameter 2 (java.lang.Object) is unknown."
                        + " Compile with the flag -parameters (Maven: maven.compiler.parameters=true) or give the name with"
                        + " @McpToolParam(name = \"...\").");
    }

    @Test
    void resolvesTypeVariablesOfItsType() {
        ToolArgument argument = ToolMethod.of(Base.class, "generic").arguments().get(0);

        assertThat(JavaTypes.of(argument.parameter(), Filled.class, JsonMapper.shared())
                        .toCanonical())
                .isEqualTo("java.util.List<java.lang.String>");
    }

    @McpToolParam(description = "A city", required = false)
    @Retention(RetentionPolicy.RUNTIME)
    @interface City {

        @AliasFor(annotation = McpToolParam.class)
        String name() default "";
    }

    static class Base<T> {

        void generic(List<T> values) {}
    }

    static final class Filled extends Base<String> {}

    static final class Tools {

        void named(@McpToolParam(name = "given") String other, String plain) {}

        void placeholders(
                @McpToolParam(
                                name = "${unit}",
                                description = "in ${unit}",
                                defaultValue = "1 ${unit}",
                                header = "X-${unit}")
                        String text) {}

        void composed(@City(name = "city") String place) {}

        void emptyDefault(@McpToolParam(defaultValue = "") String text) {}
    }
}
