package io.mcpspring.prompt;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;

/** Makes prompts from what their authors said: everything that can fail does so here, at the start. */
final class PromptFactory {

    private final BoundMethod.Calls calls;

    private final UnaryOperator<String> placeholders;

    PromptFactory(BoundMethod.Calls calls, UnaryOperator<String> placeholders) {
        this.calls = calls;
        this.placeholders = placeholders;
    }

    /** The prompt that an annotated method is. */
    RegisteredPrompt create(McpPrompt annotation, BeanMethod method) {
        PromptReturnType.check(method);
        AnnotationTexts texts = new AnnotationTexts(method, placeholders);
        Arguments arguments = new Arguments(method, texts);
        BoundMethod<Map<String, String>> call =
                new BoundMethod<>(method, calls, arguments::source, Arguments::isAnnotated);
        String name = texts.text(annotation.name());
        Prompt definition = new Prompt(
                name == null ? method.method().getName() : name,
                texts.text(annotation.title()),
                texts.text(annotation.description()),
                arguments.described,
                texts.icons(annotation.icons()),
                texts.meta(annotation.meta()));
        return new RegisteredPrompt(
                definition,
                Registry.rendered(version -> PromptProjection.of(definition, version)),
                arguments.values,
                method,
                call);
    }

    /** The prompt that was defined in code. */
    RegisteredPrompt create(McpPromptDefinition definition) {
        BoundMethod<Map<String, String>> call = BoundMethod.ofFunction(definition.method(), calls);
        return new RegisteredPrompt(
                definition.prompt(),
                Registry.rendered(version -> PromptProjection.of(definition.prompt(), version)),
                Map.of(),
                definition.method(),
                call);
    }

    /** Collects the arguments of a method while its parameters get their sources. */
    private final class Arguments {

        private final BeanMethod method;

        private final AnnotationTexts texts;

        private final List<PromptArgument> described = new ArrayList<>();

        private final Map<String, List<String>> values = new LinkedHashMap<>();

        Arguments(BeanMethod method, AnnotationTexts texts) {
            this.method = method;
            this.texts = texts;
        }

        static boolean isAnnotated(MethodParameter parameter) {
            return annotation(parameter) != null;
        }

        private static @Nullable McpPromptParam annotation(MethodParameter parameter) {
            return MergedAnnotations.from(parameter.getParameterAnnotations())
                    .get(McpPromptParam.class)
                    .synthesize(merged -> merged.isPresent())
                    .orElse(null);
        }

        BiFunction<Map<String, String>, Exchange, @Nullable Object> source(MethodParameter parameter) {
            McpPromptParam annotation = annotation(parameter);
            String given = annotation == null ? null : texts.text(annotation.name());
            String name =
                    given != null ? given : TextArgument.nameOf(method, parameter, "@McpPromptParam(name = \"...\")");
            TextArgument argument = TextArgument.of(
                    method, parameter, name, annotation == null || annotation.required(), calls.injected());
            if (described.stream().anyMatch(other -> other.name().equals(name))) {
                throw method.refused(
                        "Two of its arguments are called '" + name + "'.",
                        "Give each a name of its own with @McpPromptParam(name = \"...\").");
            }
            described.add(new PromptArgument(
                    name,
                    annotation == null ? null : texts.text(annotation.title()),
                    annotation == null ? null : texts.text(annotation.description()),
                    argument.required()));
            values.put(name, argument.values());
            return (arguments, exchange) -> argument.value(arguments.get(name));
        }
    }
}
