package io.mcpspring.autoconfigure;

import static io.mcpspring.autoconfigure.FailureTexts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.web.bind.annotation.RequestHeader;

/** The complete texts for parameters that cannot be injected. */
class InjectionFailureTextTests {

    @Test
    void refusesAMissingBean() {
        assertRefused(
                of(NoBean.class),
                NoBean.class,
                "find(String, Part)",
                "There is no bean for parameter 2 (" + Part.class.getName() + ").",
                "Define the bean, or declare the parameter as @Nullable, Optional or ObjectProvider.");
    }

    @Test
    void refusesABeanWithAnotherQualifier() {
        assertRefused(
                of(Qualified.class).withBean("first", Part.class),
                Qualified.class,
                "find(Part)",
                "There is no bean for parameter 1 (" + Part.class.getName() + ").",
                "Define the bean, or declare the parameter as @Nullable, Optional or ObjectProvider.");
    }

    @Test
    void refusesSeveralBeansOfTheType() {
        assertRefused(
                of(NoBean.class).withBean("first", Part.class).withBean("second", Part.class),
                NoBean.class,
                "find(String, Part)",
                "Several beans fit parameter 2 (" + Part.class.getName() + "): [first, second].",
                "Name one with @Qualifier, or make one of them @Primary.");
    }

    @Test
    void refusesSeveralBeansThatHaveNotBeenCreated() {
        assertRefused(
                of(NoBean.class)
                        .withBean("first", Part.class, Part::new, definition -> definition.setLazyInit(true))
                        .withBean("second", Part.class, Part::new, definition -> definition.setScope("prototype")),
                NoBean.class,
                "find(String, Part)",
                "Several beans fit parameter 2 (" + Part.class.getName() + "): [first, second].",
                "Name one with @Qualifier, or make one of them @Primary.");
    }

    @Test
    void acceptsAPrimaryBeanAmongSeveral() {
        of(NoBean.class)
                .withBean("first", Part.class)
                .withBean("second", Part.class, Part::new, definition -> definition.setPrimary(true))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void acceptsMissingBeansOfOptionalParameters() {
        of(MayBeMissing.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusesAMissingProperty() {
        assertRefused(
                of(NoProperty.class),
                NoProperty.class,
                "find(int)",
                "There is no value for parameter 1 (int): Could not resolve placeholder 'test.none' in value"
                        + " \"${test.none}\".",
                "Define the property, give a default as in ${name:default}, or correct the expression.");
    }

    @Test
    void refusesAHeaderParameterOfAnUnconvertibleType() {
        assertRefused(
                of(NoConverter.class),
                NoConverter.class,
                "find(Part)",
                "The text of a header cannot be converted to the type of parameter 1 (" + Part.class.getName() + ").",
                "Declare the parameter as a String, or a Converter from String as a bean.");
    }

    @Test
    void refusesAnOptionalPrimitive() {
        assertRefused(
                of(AbsentPrimitive.class),
                AbsentPrimitive.class,
                "find(int)",
                "There is no value for parameter 1 (int) when header 'X-Number' is absent.",
                "Declare the parameter as an Optional or with a wrapper type, or give a default value.");
    }

    @Test
    void refusesADefaultValueOfAnotherType() {
        assertRefused(
                of(WrongDefault.class),
                WrongDefault.class,
                "find(int)",
                "The default value 'many' does not fit parameter 1 (int).",
                "Give a default value that can be converted to the parameter's type.");
    }

    @Test
    void refusesAnUnresolvablePlaceholderInTheNameOfAHeader() {
        assertRefused(
                of(UnknownPlaceholder.class),
                UnknownPlaceholder.class,
                "find(String)",
                "Its annotations have a placeholder that cannot be resolved: ${test.none}.",
                "Define the property, or give a default as in ${name:default}.");
    }

    private static ReactiveWebApplicationContextRunner of(Class<?> beans) {
        return Runners.reactive()
                .withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
                .withBean(beans);
    }

    static class Part {}

    static class NoBean {

        @McpTool
        void find(String id, @Autowired Part part) {}
    }

    static class Qualified {

        @McpTool
        void find(@Qualifier("other") Part part) {}
    }

    static class MayBeMissing {

        @McpTool
        void find(
                @Autowired(required = false) Part first,
                @Autowired @Nullable Part second,
                @Autowired Optional<Part> third,
                @Autowired ObjectProvider<Part> fourth) {}
    }

    static class NoProperty {

        @McpTool
        void find(@Value("${test.none}") int limit) {}
    }

    static class NoConverter {

        @McpTool
        void find(@RequestHeader("X-Number") Part number) {}
    }

    static class AbsentPrimitive {

        @McpTool
        void find(@RequestHeader(name = "X-Number", required = false) int number) {}
    }

    static class WrongDefault {

        @McpTool
        void find(@RequestHeader(name = "X-Number", defaultValue = "many") int number) {}
    }

    static class UnknownPlaceholder {

        @McpTool
        void find(@RequestHeader("${test.none}") String text) {}
    }
}
