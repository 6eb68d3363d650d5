package io.mcpspring.prompt;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mcpspring.annotation.McpIcon;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.method.CommonTexts;
import io.mcpspring.method.FactoryContext;
import io.mcpspring.method.OfferedMethods;
import io.mcpspring.method.UnnamedParameters;
import io.mcpspring.protocol.GetPromptResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.core.io.Resource;
import org.springframework.web.bind.annotation.CookieValue;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The complete texts for prompts that cannot be offered as they are declared. */
class RefusedPromptsTests {

    private static final String ANOTHER_NAME = "Give one of them another name.";

    private final FactoryContext context = new FactoryContext();

    private final OfferedMethods<McpPrompt> prompts = new OfferedMethods<>(
            McpPrompt.class,
            (annotation, method) -> FactoryContext.register(
                    McpPromptDefinition.of(annotation, context.entries().texts(method)),
                    new PromptFactory(context.entries(), FactoryContext.RESULTS)::create));

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void refusesTwoMethodsWithTheSameName() {
        context.registerBean("letters", Letter.class);
        context.registerBean("others", OtherLetter.class);
        OfferedMethods.assertRefused(
                this::discover,
                OtherLetter.class,
                "other()",
                "There is another prompt 'letter': " + Letter.class.getName() + ".letter(String) of bean 'letters'.",
                ANOTHER_NAME);
    }

    @Test
    void refusesAMethodAndADefinitionWithTheSameName() {
        context.registerBean("letters", Letter.class);
        context.registerBean(
                McpPromptDefinition.class,
                () -> McpPromptDefinition.named("letter")
                        .get((arguments, exchange) -> "a")
                        .build());
        OfferedMethods.assertRefused(
                this::discover,
                RefusedPromptsTests.class,
                "get(Map, McpExchange)",
                "There is another prompt 'letter': " + Letter.class.getName() + ".letter(String) of bean 'letters'.",
                ANOTHER_NAME);
    }

    private void discover() {
        new PromptFeature(context.entries(), 100, FactoryContext.RESULTS).discover();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            number()     | int
            nothing()    | void
            record()     | reactor.core.publisher.Mono<java.util.List<io.mcpspring.prompt.RefusedPromptsTests$Text>>
            stream()     | java.util.stream.Stream<java.lang.String>
            map()        | java.util.Map<java.lang.String, java.lang.String>
            file()       | org.springframework.core.io.Resource
            supplier()   | java.util.function.Supplier<java.lang.String>
            results()    | java.util.List<io.mcpspring.protocol.GetPromptResult>
            resultFlux() | reactor.core.publisher.Flux<io.mcpspring.protocol.GetPromptResult>
            questions()  | java.util.List<java.util.Optional<io.mcpspring.exchange.InputRequired>>
            nested()     | java.util.List<java.util.List<java.lang.String>>
            """)
    void refusesAReturnTypeThatCannotBecomeMessages(String method, String type) {
        prompts.assertRefused(
                Returning.class,
                method,
                "It returns " + type + ", which cannot become messages.",
                "Return text, Content, PromptMessage, a list of these, or a GetPromptResult.");
    }

    @Test
    void acceptsATypeWhoseValuesMayBeMessages() {
        prompts.assertAccepted(Open.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stageInOptional()", "monoInList()"})
    void refusesAReactiveTypeWithinAnotherType(String method) {
        prompts.assertRefused(Returning.class, method, CommonTexts.REACTIVE_INSIDE, CommonTexts.ONE_REACTIVE);
    }

    @Test
    void refusesTwoArgumentsOfTheSameName() {
        prompts.assertRefused(
                WithParameters.class,
                "twoOfOneName(String, String)",
                "Two of its arguments have the name 'to'.",
                "Give each a different name with @McpPromptParam(name = \"...\").");
    }

    @ParameterizedTest
    @CsvSource({
        "unconvertible(Part), io.mcpspring.prompt.RefusedPromptsTests$Part",
        "unconvertibleInOptional(Optional), java.util.Optional"
    })
    void refusesAnUnconvertibleType(String method, String type) {
        prompts.assertRefused(WithParameters.class, method, CommonTexts.unconvertible(type), CommonTexts.DECLARE_TEXT);
    }

    @Test
    void refusesAnOptionalPrimitive() {
        prompts.assertRefused(
                WithParameters.class,
                "optionalPrimitive(int)",
                "There is no value for parameter 1 (int) when 'pages' is absent.",
                "Declare the parameter as an Optional or with a wrapper type.");
    }

    @Test
    void refusesAParameterWithoutAName() throws Exception {
        prompts.assertRefused(
                UnnamedParameters.of(Unnamed.class),
                "find(int, String)",
                "The name of parameter 2 (java.lang.String) is unknown.",
                "Compile with the flag -parameters (Maven: maven.compiler.parameters=true) or give the name with"
                        + " @McpPromptParam(name = \"...\").");
    }

    @Test
    void refusesAForeignParameter() {
        prompts.assertRefused(
                WithParameters.class,
                "foreign(String)",
                CommonTexts.foreign("Parameter 1 (java.lang.String)", CookieValue.class),
                CommonTexts.REMOVE_ANNOTATION);
    }

    @Test
    void refusesAForeignAnnotationOnADeclaredArgument() {
        prompts.assertRefused(
                WithParameters.class,
                "foreignArgument(String)",
                "Parameter 1 (java.lang.String) is declared as an argument and also has the annotation"
                        + " @org.springframework.web.bind.annotation.CookieValue.",
                CommonTexts.REMOVE_ONE_ANNOTATION);
    }

    @ParameterizedTest
    @CsvSource({
        "placeholder(),                  Letters of ${shop.name}",
        "placeholderOfParameter(String), Of ${shop.name}",
        "placeholderOfIcon(),            ${shop.icon}"
    })
    void refusesAnUnresolvablePlaceholder(String method, String text) {
        prompts.assertRefused(WithTexts.class, method, CommonTexts.unresolvable(text), CommonTexts.DEFINE_PROPERTY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"important", "[1]", "{\"a\": 1"})
    void refusesMetaThatIsNotAnObject(String meta) {
        TestPropertyValues.of("prompt.meta=" + meta).applyTo(context);
        prompts.assertRefused(WithTexts.class, "metaFromProperty()", CommonTexts.NO_META, CommonTexts.WRITE_META);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            invisibleInName()              | Its text at '/name' contains the invisible character U+FEFF at index 0.
            invisibleInTitle()             | Its text at '/title' contains the invisible character U+2060 at index 0.
            invisibleInDescription()       | Its text at '/description' contains the invisible character U+2064 at index 0.
            invisibleInArgument(String)    | Its text at '/arguments/0/title' contains the invisible character U+200B at index 0.
            invisibleInDescribed(String)   | Its text at '/arguments/0/description' contains the invisible character U+202A at index 0.
            """)
    void refusesInvisibleCharacters(String method, String reason) {
        prompts.assertRefused(WithTexts.class, method, reason, CommonTexts.REMOVE_CHARACTER);
    }

    @Test
    void anIncompleteDefinitionCannotBeBuilt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpPromptDefinition.named(" ")
                        .get((arguments, exchange) -> "")
                        .build())
                .withMessage("The name of a prompt must not be blank");
        assertThatIllegalStateException()
                .isThrownBy(() -> McpPromptDefinition.named("letter").build())
                .withMessage("'letter' needs its work: call one of call, read, get and content of its builder");
        McpPromptDefinition.Builder builder =
                McpPromptDefinition.named("letter").argument("to", null, true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.argument("to", "Again", false))
                .withMessage("Prompt 'letter' already has an argument 'to'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.argument(" ", "Nameless", false))
                .withMessage("The name of an argument must not be blank");
    }

    record Text(String text) {}

    static class Part {

        Part() {}
    }

    static class Returning {

        @McpPrompt
        int number() {
            return 1;
        }

        @McpPrompt
        void nothing() {}

        @McpPrompt
        Mono<List<Text>> record() {
            return Mono.empty();
        }

        @McpPrompt
        Stream<String> stream() {
            return Stream.empty();
        }

        @McpPrompt
        Map<String, String> map() {
            return Map.of();
        }

        @McpPrompt
        Resource file() {
            return null;
        }

        @McpPrompt
        Supplier<String> supplier() {
            return () -> "never";
        }

        @McpPrompt
        List<GetPromptResult> results() {
            return List.of();
        }

        @McpPrompt
        Flux<GetPromptResult> resultFlux() {
            return Flux.empty();
        }

        @McpPrompt
        List<Optional<InputRequired>> questions() {
            return List.of();
        }

        @McpPrompt
        List<List<String>> nested() {
            return List.of();
        }

        @McpPrompt
        Optional<CompletionStage<String>> stageInOptional() {
            return Optional.empty();
        }

        @McpPrompt
        List<Mono<String>> monoInList() {
            return List.of();
        }
    }

    static class Open {

        @McpPrompt
        Object anything() {
            return "text";
        }

        @McpPrompt
        Comparable<?> comparable() {
            return "text";
        }

        @McpPrompt
        Iterable<String> iterable() {
            return List.of("text");
        }

        @McpPrompt
        Mono<? extends List<? super String>> list() {
            return Mono.empty();
        }

        @McpPrompt
        <T extends CharSequence> Optional<T>[] variables() {
            return null;
        }

        @McpPrompt
        <T extends List<T>> T recursive() {
            return null;
        }

        @McpPrompt
        Optional<InputRequired> question() {
            return Optional.empty();
        }
    }

    static class WithParameters {

        @McpPrompt
        String twoOfOneName(String to, @McpPromptParam(name = "to") String other) {
            return to + other;
        }

        @McpPrompt
        String unconvertible(Part part) {
            return "never";
        }

        @McpPrompt
        String unconvertibleInOptional(Optional<Part> part) {
            return "never";
        }

        @McpPrompt
        String optionalPrimitive(@McpPromptParam(required = false) int pages) {
            return "never";
        }

        @McpPrompt
        String foreign(@CookieValue String id) {
            return id;
        }

        @McpPrompt
        String foreignArgument(@McpPromptParam @CookieValue String user) {
            return user;
        }
    }

    public static class Unnamed {

        @McpPrompt
        public String find(@McpPromptParam(name = "id") int id, String name) {
            return name;
        }
    }

    static class WithTexts {

        @McpPrompt(description = "Letters of ${shop.name}")
        String placeholder() {
            return "never";
        }

        @McpPrompt
        String placeholderOfParameter(@McpPromptParam(description = "Of ${shop.name}") String to) {
            return "never";
        }

        @McpPrompt(icons = @McpIcon(src = "${shop.icon}"))
        String placeholderOfIcon() {
            return "never";
        }

        @McpPrompt(meta = "${prompt.meta}")
        String metaFromProperty() {
            return "never";
        }

        @McpPrompt(name = "\uFEFFa")
        String invisibleInName() {
            return "";
        }

        @McpPrompt(title = "\u2060a")
        String invisibleInTitle() {
            return "";
        }

        @McpPrompt(description = "\u2064a")
        String invisibleInDescription() {
            return "";
        }

        @McpPrompt
        String invisibleInArgument(@McpPromptParam(title = "\u200Ba") String a) {
            return a;
        }

        @McpPrompt
        String invisibleInDescribed(@McpPromptParam(description = "\u202Aa") String a) {
            return a;
        }
    }

    static class Letter {

        @McpPrompt
        String letter(String to) {
            return to;
        }
    }

    static class OtherLetter {

        @McpPrompt(name = "letter")
        String other() {
            return "";
        }
    }
}
