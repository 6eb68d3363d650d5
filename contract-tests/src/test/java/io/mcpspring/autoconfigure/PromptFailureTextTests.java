package io.mcpspring.autoconfigure;

import static io.mcpspring.autoconfigure.FailureTexts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpIcon;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.protocol.GetPromptResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The complete texts for prompts and completions that cannot be served. */
class PromptFailureTextTests {

    private static final String DEFINE_IT = "Define the property, or give a default as in ${name:default}.";

    private static final String NAME_IT = "Name a prompt and one of its arguments, or a template exactly as it is"
            + " declared and one of its variables.";

    private static final String EITHER =
            "Declare either @McpComplete(prompt = \"...\") or @McpComplete(uri = \"...\").";

    @Test
    void refusesTwoPromptsOfTheSameName() {
        assertRefused(
                of(Letter.class).withBean(OtherLetter.class),
                OtherLetter.class,
                "other()",
                "There is another prompt 'letter': " + Letter.class.getName() + ".letter(String).",
                "Give one of them another name.");
    }

    @Test
    void refusesADefinitionWithTheNameOfAMethod() {
        McpPromptDefinition definition = McpPromptDefinition.named("letter")
                .get((arguments, exchange) -> "a")
                .build();
        of(Letter.class)
                .withBean(McpPromptDefinition.class, () -> definition)
                .run(context -> assertThat(FailureTexts.of(context).getDescription())
                        .contains("There is another prompt 'letter': " + Letter.class.getName() + ".letter(String)."));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "CountingPrompt, int",
        "SilentPrompt, void",
        "RecordPrompt, io.mcpspring.autoconfigure.PromptFailureTextTests$RecordPrompt$Text",
        "StreamPrompt, java.util.stream.Stream<java.lang.String>",
        "MapPrompt, 'java.util.Map<java.lang.String,java.lang.String>'",
        "FilePrompt, org.springframework.core.io.Resource",
        "SupplierPrompt, java.util.function.Supplier<java.lang.String>",
        "ResultsPrompt, java.util.List<io.mcpspring.protocol.GetPromptResult>",
        "ResultFluxPrompt, reactor.core.publisher.Flux<io.mcpspring.protocol.GetPromptResult>",
        "QuestionsPrompt, java.util.List<java.util.Optional<io.mcpspring.exchange.InputRequired>>",
        "NestedPrompt, java.util.List<java.util.List<java.lang.String>>"
    })
    void refusesAReturnTypeThatCannotBecomeMessages(String name, String type) throws Exception {
        Class<?> prompts = Class.forName(PromptFailureTextTests.class.getName() + "$" + name);
        assertRefused(
                of(prompts),
                prompts,
                "letter()",
                "It returns " + type + ", which cannot become messages.",
                "Return text, Content, PromptMessage, a list of these, or a GetPromptResult.");
    }

    @Test
    void acceptsATypeWhoseValuesMayBeMessages() {
        of(OpenPrompts.class).run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(classes = {StageInOptional.class, MonoInList.class})
    void refusesAReactiveTypeWithinAnotherType(Class<?> prompts) {
        assertRefused(
                of(prompts),
                prompts,
                "letter()",
                "It returns a reactive type within another type.",
                "Return one reactive type that contains everything else.");
    }

    @Test
    void refusesACompletionWithAReactiveTypeWithinAnotherType() {
        assertRefused(
                of(Letter.class).withBean(CompletionsInOptional.class),
                CompletionsInOptional.class,
                "to()",
                "It returns a reactive type within another type.",
                "Return one reactive type that contains everything else.");
    }

    @Test
    void refusesACompletionThatNeverReturnsAValue() {
        assertRefused(
                of(Letter.class).withBean(CompletesNothing.class),
                CompletesNothing.class,
                "to(String)",
                "It returns void, which cannot become values.",
                "Return the values to propose, for instance a List<String>.");
        assertRefused(
                of(Letter.class).withBean(CompletesNothingLater.class),
                CompletesNothingLater.class,
                "to(String)",
                "It returns reactor.core.publisher.Mono<java.lang.Void>, which cannot become values.",
                "Return the values to propose, for instance a List<String>.");
    }

    @Test
    void refusesTwoArgumentsOfTheSameName() {
        assertRefused(
                of(TwoOfOneName.class),
                TwoOfOneName.class,
                "letter(String, String)",
                "Two of its arguments have the name 'to'.",
                "Give each a different name with @McpPromptParam(name = \"...\").");
    }

    @Test
    void refusesAnUnconvertibleType() {
        assertRefused(
                of(NoConverter.class),
                NoConverter.class,
                "letter(Part)",
                "Text cannot be converted to the type of parameter 1 (" + Part.class.getName() + ").",
                "Declare the parameter as a String, or a Converter from String as a bean.");
    }

    @Test
    void refusesAnUnconvertibleTypeInAnOptional() {
        assertRefused(
                of(NoConverterInOptional.class),
                NoConverterInOptional.class,
                "letter(Optional)",
                "Text cannot be converted to the type of parameter 1 (java.util.Optional).",
                "Declare the parameter as a String, or a Converter from String as a bean.");
    }

    @Test
    void refusesAnOptionalPrimitive() {
        assertRefused(
                of(AbsentPrimitive.class),
                AbsentPrimitive.class,
                "letter(int)",
                "There is no value for parameter 1 (int) when its argument is absent.",
                "Declare the parameter as an Optional or with a wrapper type.");
    }

    @Test
    void refusesAParameterWithoutAName() {
        assertRefused(
                of(UnnamedParameters.compile("McpPrompt")),
                "com.acme.Unnamed",
                "find(int, String)",
                "The name of parameter 2 (java.lang.String) is unknown.",
                "Compile with the flag -parameters (Maven: maven.compiler.parameters=true) or give the name with"
                        + " @McpPromptParam(name = \"...\").");
    }

    @Test
    void refusesAnUnresolvablePlaceholder() {
        assertRefused(
                of(UnknownPlaceholder.class),
                UnknownPlaceholder.class,
                "letter()",
                "Its annotations have a placeholder that cannot be resolved: Letters of ${shop.name}.",
                DEFINE_IT);
        assertRefused(
                of(UnknownPlaceholderOfParameter.class),
                UnknownPlaceholderOfParameter.class,
                "letter(String)",
                "Its annotations have a placeholder that cannot be resolved: Of ${shop.name}.",
                DEFINE_IT);
        assertRefused(
                of(UnknownPlaceholderOfIcon.class),
                UnknownPlaceholderOfIcon.class,
                "letter()",
                "Its annotations have a placeholder that cannot be resolved: ${shop.icon}.",
                DEFINE_IT);
        assertRefused(
                of(Letter.class).withBean(UnknownPlaceholderOfCompletion.class),
                UnknownPlaceholderOfCompletion.class,
                "to()",
                "Its annotations have a placeholder that cannot be resolved: ${shop.prompt}.",
                DEFINE_IT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"important", "[1]", "{\"a\": 1"})
    void refusesMetaThatIsNotAnObject(String meta) {
        assertRefused(
                of(MetaFromProperty.class).withPropertyValues("prompt.meta=" + meta),
                MetaFromProperty.class,
                "letter()",
                "Its meta is not a JSON object.",
                "Write it as in meta = \"{\\\"key\\\": 1}\".");
    }

    @Test
    void refusesAPrivateMethod() {
        assertRefused(
                of(Hidden.class),
                Hidden.class,
                "letter()",
                "It is private, so calls would bypass the bean's proxy.",
                "Make the method public, protected or package-private.");
    }

    @Test
    void refusesACompletionWithoutAReference() {
        assertRefused(
                of(Letter.class).withBean(ForNothing.class),
                ForNothing.class,
                "to()",
                "Its annotation names neither a prompt nor a resource template.",
                EITHER);
    }

    @Test
    void refusesACompletionOfAPromptAndATemplate() {
        assertRefused(
                of(Letter.class).withBean(ForTwo.class),
                ForTwo.class,
                "to()",
                "Its annotation names both a prompt and a resource template.",
                EITHER);
    }

    @Test
    void refusesACompletionOfAMissingArgument() {
        assertRefused(
                of(Letter.class).withBean(ForUnknownPrompt.class),
                ForUnknownPrompt.class,
                "to()",
                "It completes argument 'to' of prompt 'none', which does not exist.",
                NAME_IT);
        assertRefused(
                of(Letter.class).withBean(ForUnknownArgument.class),
                ForUnknownArgument.class,
                "none()",
                "It completes argument 'none' of prompt 'letter', which does not exist.",
                NAME_IT);
        assertRefused(
                of(Letter.class).withBean(ForUnknownTemplate.class),
                ForUnknownTemplate.class,
                "id()",
                "It completes argument 'id' of template 'orders://{id}/none', which does not exist.",
                NAME_IT);
        assertRefused(
                of(Letter.class).withBean(ForUnknownVariable.class),
                ForUnknownVariable.class,
                "none()",
                "It completes argument 'none' of template 'orders://{id}', which does not exist.",
                NAME_IT);
    }

    @Test
    void refusesTwoCompletionsOfTheSameArgument() {
        assertRefused(
                of(Letter.class).withBean(Twice.class),
                Twice.class,
                "to()",
                "Another method completes argument 'to' of prompt 'letter': " + Twice.class.getName() + ".again().",
                "Remove one of them.");
    }

    @Test
    void refusesAParameterOfACompletionThatHasNoSource() {
        assertRefused(
                of(Letter.class).withBean(UnknownParameter.class),
                UnknownParameter.class,
                "to(int)",
                "The source of parameter 1 (int) cannot be determined.",
                "Declare a String for the typed value, and a Map<String, String> for the other arguments.");
    }

    @Test
    void refusesTwoStringParametersOfACompletion() {
        assertRefused(
                of(Letter.class).withBean(TwoTexts.class),
                TwoTexts.class,
                "to(String, String)",
                "More than one of its parameters is a String.",
                "Declare one String for the typed value, and a Map<String, String> for the other arguments.");
    }

    @Test
    void anIncompleteDefinitionCannotBeBuilt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpPromptDefinition.named(" "))
                .withMessage("The name of a prompt must not be blank");
        assertThatIllegalStateException()
                .isThrownBy(() -> McpPromptDefinition.named("letter").build())
                .withMessage("Prompt 'letter' needs get(...) or getReactive(...)");
        McpPromptDefinition.Builder builder =
                McpPromptDefinition.named("letter").argument("to", null, true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.argument("to", "Again", false))
                .withMessage("Prompt 'letter' already has an argument 'to'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.argument(" ", "Nameless", false))
                .withMessage("The name of an argument must not be blank");
    }

    private static ReactiveWebApplicationContextRunner of(Class<?> beans) {
        return Runners.reactive().withBean(beans);
    }

    static class CountingPrompt {

        @McpPrompt
        int letter() {
            return 1;
        }
    }

    static class SilentPrompt {

        @McpPrompt
        void letter() {}
    }

    static class RecordPrompt {

        record Text(String text) {}

        @McpPrompt
        Mono<List<Text>> letter() {
            return Mono.empty();
        }
    }

    static class StreamPrompt {

        @McpPrompt
        Stream<String> letter() {
            return Stream.empty();
        }
    }

    static class MapPrompt {

        @McpPrompt
        Map<String, String> letter() {
            return Map.of();
        }
    }

    static class FilePrompt {

        @McpPrompt
        Resource letter() {
            return new ByteArrayResource(new byte[0]);
        }
    }

    static class SupplierPrompt {

        @McpPrompt
        Supplier<String> letter() {
            return () -> "never";
        }
    }

    static class ResultsPrompt {

        @McpPrompt
        List<GetPromptResult> letter() {
            return List.of();
        }
    }

    static class ResultFluxPrompt {

        @McpPrompt
        Flux<GetPromptResult> letter() {
            return Flux.empty();
        }
    }

    static class QuestionsPrompt {

        @McpPrompt
        List<Optional<InputRequired>> letter() {
            return List.of();
        }
    }

    static class NestedPrompt {

        @McpPrompt
        List<List<String>> letter() {
            return List.of();
        }
    }

    static class OpenPrompts {

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

    static class StageInOptional {

        @McpPrompt
        Optional<CompletionStage<String>> letter() {
            return Optional.empty();
        }
    }

    static class MonoInList {

        @McpPrompt
        List<Mono<String>> letter() {
            return List.of();
        }
    }

    static class CompletionsInOptional {

        @McpComplete(prompt = "letter")
        Optional<Flux<String>> to() {
            return Optional.empty();
        }
    }

    static class CompletesNothing {

        @McpComplete(prompt = "letter")
        void to(String typed) {}
    }

    static class CompletesNothingLater {

        @McpComplete(prompt = "letter")
        Mono<Void> to(String typed) {
            return Mono.empty();
        }
    }

    static class Part {

        Part() {}
    }

    static class Letter {

        @McpPrompt
        String letter(String to) {
            return to;
        }

        @McpResource(uri = "orders://{id}")
        String order(String id) {
            return id;
        }
    }

    static class OtherLetter {

        @McpPrompt(name = "letter")
        String other() {
            return "other";
        }
    }

    static class TwoOfOneName {

        @McpPrompt
        String letter(String to, @McpPromptParam(name = "to") String other) {
            return to;
        }
    }

    static class NoConverter {

        @McpPrompt
        String letter(Part part) {
            return "never";
        }
    }

    static class NoConverterInOptional {

        @McpPrompt
        String letter(Optional<Part> part) {
            return "never";
        }
    }

    static class AbsentPrimitive {

        @McpPrompt
        String letter(@McpPromptParam(required = false) int pages) {
            return "never";
        }
    }

    static class UnknownPlaceholder {

        @McpPrompt(description = "Letters of ${shop.name}")
        String letter() {
            return "never";
        }
    }

    static class UnknownPlaceholderOfParameter {

        @McpPrompt
        String letter(@McpPromptParam(description = "Of ${shop.name}") String to) {
            return "never";
        }
    }

    static class UnknownPlaceholderOfIcon {

        @McpPrompt(icons = @McpIcon(src = "${shop.icon}"))
        String letter() {
            return "never";
        }
    }

    static class UnknownPlaceholderOfCompletion {

        @McpComplete(prompt = "${shop.prompt}")
        String to() {
            return "never";
        }
    }

    static class MetaFromProperty {

        @McpPrompt(meta = "${prompt.meta}")
        String letter() {
            return "never";
        }
    }

    static class Hidden {

        @McpPrompt
        private String letter() {
            return "never";
        }
    }

    static class ForNothing {

        @McpComplete
        String to() {
            return "never";
        }
    }

    static class ForTwo {

        @McpComplete(prompt = "letter", uri = "orders://{id}")
        String to() {
            return "never";
        }
    }

    static class ForUnknownPrompt {

        @McpComplete(prompt = "none")
        String to() {
            return "never";
        }
    }

    static class ForUnknownArgument {

        @McpComplete(prompt = "letter")
        String none() {
            return "never";
        }
    }

    static class ForUnknownTemplate {

        @McpComplete(uri = "orders://{id}/none")
        String id() {
            return "never";
        }
    }

    static class ForUnknownVariable {

        @McpComplete(uri = "orders://{id}")
        String none() {
            return "never";
        }
    }

    static class Twice {

        @McpComplete(prompt = "letter", argument = "to")
        String again() {
            return "never";
        }

        @McpComplete(prompt = "letter")
        String to() {
            return "never";
        }
    }

    static class UnknownParameter {

        @McpComplete(prompt = "letter")
        String to(int limit) {
            return "never";
        }
    }

    static class TwoTexts {

        @McpComplete(prompt = "letter")
        String to(String typed, String other) {
            return "never";
        }
    }
}
