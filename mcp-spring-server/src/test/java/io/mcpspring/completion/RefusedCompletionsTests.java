package io.mcpspring.completion;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.method.CommonTexts;
import io.mcpspring.method.FactoryContext;
import io.mcpspring.method.OfferedMethods;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.prompt.PromptFeature;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.ResourceFeature;
import io.mcpspring.resource.ResourceSettings;
import io.mcpspring.seal.Sealer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The complete texts for completions that cannot be offered as they are declared. */
class RefusedCompletionsTests {

    private static final String LETTER = "letter";

    private static final String ORDER = "orders://{id}";

    private final FactoryContext context = new FactoryContext();

    private final OfferedMethods<McpComplete> completions = new OfferedMethods<>(
            McpComplete.class, (annotation, method) -> CompletionMethod.of(method, context.calls()));

    @AfterEach
    void close() {
        context.close();
    }

    @ParameterizedTest
    @CsvSource({
        "ForUnknownPrompt, to(), argument 'to' of prompt 'none'",
        "ForUnknownArgument, none(), argument 'none' of prompt 'letter'",
        "ForUnknownTemplate, id(), argument 'id' of template 'orders://{id}/none'",
        "ForUnknownVariable, none(), argument 'none' of template 'orders://{id}'"
    })
    void refusesACompletionOfAMissingArgument(String name, String method, String argument) throws Exception {
        assertNotFound(
                Class.forName(getClass().getName() + "$" + name),
                method,
                "It completes " + argument + ", which does not exist.",
                "Name a prompt and one of its arguments, or a template exactly as it is declared and one of its"
                        + " variables.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ForNothing", "ForTwo"})
    void refusesAnythingButOneReference(String name) throws Exception {
        assertNotFound(
                Class.forName(getClass().getName() + "$" + name),
                "to()",
                "Its annotation does not name either a prompt or a resource template.",
                "Declare either @McpComplete(prompt = \"...\") or @McpComplete(uri = \"...\").");
    }

    @Test
    void refusesAnUnresolvablePlaceholder() {
        assertNotFound(
                UnknownPlaceholder.class,
                "to()",
                CommonTexts.unresolvable("${shop.prompt}"),
                CommonTexts.DEFINE_PROPERTY);
    }

    @Test
    void refusesTwoCompletionsOfTheSameArgument() {
        assertNotFound(
                Twice.class,
                "to()",
                "Another method completes argument 'to' of prompt 'letter': " + Twice.class.getName() + ".again().",
                "Remove one of them.");
    }

    @Test
    void refusesAReactiveTypeWithinAnotherType() {
        completions.assertRefused(Methods.class, "inOptional()", CommonTexts.REACTIVE_INSIDE, CommonTexts.ONE_REACTIVE);
    }

    @ParameterizedTest
    @CsvSource({
        "nothing(String), void",
        "nothingLater(String), reactor.core.publisher.Mono<java.lang.Void>",
        "builder(), java.util.Locale$Builder",
        "builders(), reactor.core.publisher.Mono<java.util.List<java.util.Locale$Builder>>",
        "pending(), java.util.Set<java.util.concurrent.Future<java.lang.String>>",
        "numbers(), java.util.stream.IntStream",
        "map(), 'java.util.Map<java.lang.String, java.lang.String>'"
    })
    void refusesAMethodThatNeverReturnsValues(String method, String type) {
        completions.assertRefused(
                Methods.class,
                method,
                "It returns " + type + ", which cannot become values.",
                "Return the values, for instance a List<String>.");
    }

    @Test
    void refusesAParameterThatHasNoSource() {
        completions.assertRefused(
                Methods.class,
                "unknown(int)",
                "The source of parameter 1 (int) cannot be determined.",
                "Declare a String for the typed value, and a Map<String, String> for the other arguments.");
    }

    @Test
    void refusesTwoStrings() {
        completions.assertRefused(
                Methods.class,
                "twoTexts(String, String)",
                "More than one of its parameters is a String.",
                "Declare one String for the typed value, and a Map<String, String> for the other arguments.");
    }

    @Test
    void refusesAForeignParameter() {
        completions.assertRefused(
                Methods.class,
                "foreign(String)",
                CommonTexts.foreign("Parameter 1 (java.lang.String)", AuthenticationPrincipal.class),
                CommonTexts.REMOVE_ANNOTATION);
    }

    /** Fails unless the search for completions in an application ends with exactly this text about a method. */
    private void assertNotFound(Class<?> bean, String method, String reason, String cure) {
        context.registerBean(bean);
        context.registerBean(
                McpPromptDefinition.class,
                () -> McpPromptDefinition.named(LETTER)
                        .argument("to", null, true)
                        .get((arguments, exchange) -> "")
                        .build());
        context.registerBean(
                McpResourceDefinition.class,
                () -> McpResourceDefinition.at(ORDER)
                        .read((request, exchange) -> "")
                        .build());
        EntryContext entries = context.entries();
        PromptFeature prompts = new PromptFeature(entries, 100, FactoryContext.RESULTS);
        prompts.discover();
        ResourceFeature resources = new ResourceFeature(
                entries,
                new ResourceSettings(100, List.of(), FactoryContext.RESULTS),
                new Instances(new InProcessChannel(), Sealer.ofProcess()));
        resources.discover();
        CompletionFeature feature = new CompletionFeature(prompts, resources, entries);
        OfferedMethods.assertRefused(feature::discover, bean, method, reason, cure);
    }

    static class ForUnknownPrompt {

        @McpComplete(prompt = "none")
        String to() {
            return "never";
        }
    }

    static class ForUnknownArgument {

        @McpComplete(prompt = LETTER)
        String none() {
            return "never";
        }
    }

    static class ForUnknownTemplate {

        @McpComplete(uri = ORDER + "/none")
        String id() {
            return "never";
        }
    }

    static class ForUnknownVariable {

        @McpComplete(uri = ORDER)
        String none() {
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

        @McpComplete(prompt = LETTER, uri = ORDER)
        String to() {
            return "never";
        }
    }

    static class UnknownPlaceholder {

        @McpComplete(prompt = "${shop.prompt}")
        String to() {
            return "never";
        }
    }

    static class Twice {

        @McpComplete(prompt = LETTER, argument = "to")
        String again() {
            return "never";
        }

        @McpComplete(prompt = LETTER)
        String to() {
            return "never";
        }
    }

    static class Methods {

        @McpComplete(prompt = LETTER)
        Optional<Flux<String>> inOptional() {
            return Optional.empty();
        }

        @McpComplete(prompt = LETTER)
        void nothing(String typed) {}

        @McpComplete(prompt = LETTER)
        Mono<Void> nothingLater(String typed) {
            return Mono.empty();
        }

        @McpComplete(prompt = LETTER)
        Locale.Builder builder() {
            return new Locale.Builder();
        }

        @McpComplete(prompt = LETTER)
        Mono<List<Locale.Builder>> builders() {
            return Mono.just(List.of());
        }

        @McpComplete(prompt = LETTER)
        Set<Future<String>> pending() {
            return Set.of();
        }

        @McpComplete(prompt = LETTER)
        IntStream numbers() {
            return IntStream.empty();
        }

        @McpComplete(prompt = LETTER)
        Map<String, String> map() {
            return Map.of();
        }

        @McpComplete(prompt = LETTER)
        String unknown(int limit) {
            return "never";
        }

        @McpComplete(prompt = LETTER)
        String twoTexts(String typed, String other) {
            return "never";
        }

        @McpComplete(prompt = LETTER)
        List<String> foreign(@AuthenticationPrincipal String typed) {
            return List.of(typed);
        }
    }
}
