package io.mcpspring.method;

import io.mcpspring.annotation.McpTool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.RequestHeader;

/** The complete texts for parameters that cannot be injected. */
class RefusedInjectionsTests {

    private static final String DEFINE_OR_NULLABLE =
            "Define the bean, or declare the parameter as @Nullable, Optional or ObjectProvider.";

    private static final String NAME_ONE = "Name one with @Qualifier, or make one of them @Primary.";

    private final FactoryContext context = new FactoryContext();

    private final OfferedMethods<McpTool> methods = new OfferedMethods<>(McpTool.class, (annotation, method) -> {
        ParameterSource.of(method, context.calls().injected(), parameter -> (input, exchange) -> null);
    });

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void refusesAMissingBean() {
        methods.assertRefused(
                Methods.class,
                "bean(String, Part)",
                "There is no bean for parameter 2 (" + Part.class.getName() + ").",
                DEFINE_OR_NULLABLE);
    }

    @Test
    void refusesABeanWithAnotherQualifier() {
        context.registerBean("first", Part.class);
        methods.assertRefused(
                Methods.class,
                "qualified(Part)",
                "There is no bean for parameter 1 (" + Part.class.getName() + ").",
                DEFINE_OR_NULLABLE);
    }

    @Test
    void refusesSeveralBeansOfTheType() {
        context.registerBean("first", Part.class);
        context.registerBean("second", Part.class);
        methods.assertRefused(
                Methods.class,
                "bean(String, Part)",
                "Several beans fit parameter 2 (" + Part.class.getName() + "): [first, second].",
                NAME_ONE);
    }

    @Test
    void refusesSeveralBeansThatHaveNotBeenCreated() {
        context.registerBean("first", Part.class, definition -> definition.setLazyInit(true));
        context.registerBean("second", Part.class, definition -> definition.setScope("prototype"));
        methods.assertRefused(
                Methods.class,
                "bean(String, Part)",
                "Several beans fit parameter 2 (" + Part.class.getName() + "): [first, second].",
                NAME_ONE);
    }

    @Test
    void acceptsAPrimaryBeanAmongSeveral() {
        context.registerBean("first", Part.class);
        context.registerBean("second", Part.class, definition -> definition.setPrimary(true));
        methods.assertAccepted(NeedsBean.class);
    }

    @Test
    void acceptsMissingBeansOfOptionalParameters() {
        methods.assertAccepted(MayBeMissing.class);
    }

    @Test
    void refusesAMissingProperty() {
        methods.assertRefused(
                Methods.class,
                "property(int)",
                "There is no value for parameter 1 (int): Could not resolve placeholder 'test.none' in value"
                        + " \"${test.none}\".",
                "Define the property, give a default as in ${name:default}, or correct the expression.");
    }

    @Test
    void refusesAHeaderParameterOfAnUnconvertibleType() {
        methods.assertRefused(
                Methods.class,
                "unconvertible(Part)",
                "Text cannot be converted to the type of parameter 1 (" + Part.class.getName() + ").",
                CommonTexts.DECLARE_TEXT);
    }

    @Test
    void refusesAnOptionalPrimitive() {
        methods.assertRefused(
                Methods.class,
                "optionalPrimitive(int)",
                "There is no value for parameter 1 (int) when 'X-Number' is absent.",
                "Declare the parameter as an Optional or with a wrapper type.");
    }

    @Test
    void refusesADefaultValueOfAnotherType() {
        methods.assertRefused(
                Methods.class,
                "wrongDefault(int)",
                "The default value 'many' does not fit parameter 1 (int).",
                "Give a default value that can be converted to the parameter's type.");
    }

    @Test
    void refusesAnUnresolvablePlaceholderInTheNameOfAHeader() {
        methods.assertRefused(
                Methods.class,
                "placeholder(String)",
                CommonTexts.unresolvable("${test.none}"),
                CommonTexts.DEFINE_PROPERTY);
    }

    static class Part {}

    static class Methods {

        @McpTool
        void bean(String id, @Autowired Part part) {}

        @McpTool
        void qualified(@Qualifier("other") Part part) {}

        @McpTool
        void property(@Value("${test.none}") int limit) {}

        @McpTool
        void unconvertible(@RequestHeader("X-Number") Part number) {}

        @McpTool
        void optionalPrimitive(@RequestHeader(name = "X-Number", required = false) int number) {}

        @McpTool
        void wrongDefault(@RequestHeader(name = "X-Number", defaultValue = "many") int number) {}

        @McpTool
        void placeholder(@RequestHeader("${test.none}") String text) {}
    }

    static class NeedsBean {

        @McpTool
        void find(@Autowired Part part) {}
    }

    static class MayBeMissing {

        @McpTool
        void find(
                @Autowired(required = false) Part first,
                @Autowired @Nullable Part second,
                @Autowired Optional<Part> third,
                @Autowired ObjectProvider<Part> fourth) {}
    }
}
