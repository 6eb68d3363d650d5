package io.mcpspring.autoconfigure;

import static io.mcpspring.autoconfigure.FailureTexts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpIcon;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;

/** The complete texts for invalid attributes of annotations. */
class AnnotationFailureTextTests {

    private static final String DEFINE_IT = "Define the property, or give a default as in ${name:default}.";

    @Test
    void refusesTwoValuesForAHint() {
        assertRefused(
                of(TwoHints.class),
                TwoHints.class,
                "find()",
                "Its idempotentHint has 2 values.",
                "Give one value, as in idempotentHint = true, or leave it out.");
    }

    @Test
    void refusesAnUnresolvablePlaceholderOfTheTool() {
        assertRefused(
                of(UnknownPlaceholder.class),
                UnknownPlaceholder.class,
                "find()",
                "Its annotations have a placeholder that cannot be resolved: Finds orders of ${shop.name}.",
                DEFINE_IT);
    }

    @Test
    void refusesAnUnresolvablePlaceholderOfAParameter() {
        assertRefused(
                of(UnknownPlaceholderOfParameter.class),
                UnknownPlaceholderOfParameter.class,
                "find(String)",
                "Its annotations have a placeholder that cannot be resolved: An id such as ${shop.example}.",
                DEFINE_IT);
    }

    @Test
    void refusesAnUnresolvablePlaceholderOfAnIcon() {
        assertRefused(
                of(UnknownPlaceholderOfIcon.class),
                UnknownPlaceholderOfIcon.class,
                "find()",
                "Its annotations have a placeholder that cannot be resolved: ${shop.icon-size}.",
                DEFINE_IT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-5s"})
    void refusesATimeLimitThatIsNotADuration(String timeout) {
        assertRefused(
                timeout(timeout),
                TimeoutFromProperty.class,
                "find()",
                "Its time limit '" + timeout + "' is not a duration.",
                "Write it as in timeout = \"5s\", \"2m\" or \"PT1M30S\".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "5s", "2m", "PT1M30S"})
    void acceptsATimeLimitThatIsADuration(String timeout) {
        timeout(timeout).run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"important", "[1]", "{\"a\": 1", "{\"a\": 1} {}"})
    void refusesMetaThatIsNotAnObject(String meta) {
        assertRefused(
                of(MetaFromProperty.class).withPropertyValues("tool.meta=" + meta),
                MetaFromProperty.class,
                "find()",
                "Its meta is not a JSON object.",
                "Write it as in meta = \"{\\\"key\\\": 1}\".");
    }

    private static ReactiveWebApplicationContextRunner of(Class<?> beans) {
        return Runners.reactive().withBean(beans);
    }

    private static ReactiveWebApplicationContextRunner timeout(String timeout) {
        return of(TimeoutFromProperty.class).withPropertyValues("tool.timeout=" + timeout);
    }

    static class TwoHints {

        @McpTool(idempotentHint = {true, false})
        void find() {}
    }

    static class UnknownPlaceholder {

        @McpTool(description = "Finds orders of ${shop.name}")
        void find() {}
    }

    static class UnknownPlaceholderOfParameter {

        @McpTool
        void find(@McpToolParam(description = "An id such as ${shop.example}") String id) {}
    }

    static class UnknownPlaceholderOfIcon {

        @McpTool(icons = @McpIcon(src = "https://acme.example/icon.png", sizes = "${shop.icon-size}"))
        void find() {}
    }

    static class TimeoutFromProperty {

        @McpTool(timeout = "${tool.timeout}")
        void find() {}
    }

    static class MetaFromProperty {

        @McpTool(meta = "${tool.meta}")
        void find() {}
    }
}
