package io.mcpspring.prompt;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;

/** Creates prompts from annotated methods and definitions; everything that can fail does so here. */
final class PromptFactory {

    private final BoundMethod.Calls calls;

    private final UnaryOperator<String> placeholders;

    PromptFactory(BoundMethod.Calls calls, UnaryOperator<String> placeholders) {
        this.calls = calls;
        this.placeholders = placeholders;
    }

    /** Creates the prompt of an annotated method. */
    RegisteredPrompt create(McpPrompt annotation, BeanMethod method) {
        return create(PromptSpec.of(annotation, method, new AnnotationTexts(method, placeholders)));
    }

    /** Creates the prompt of a definition. */
    RegisteredPrompt create(McpPromptDefinition definition) {
        return create(definition.spec());
    }

    private RegisteredPrompt create(PromptSpec spec) {
        return PromptSpec.isFunction(spec.method())
                ? registered(
                        spec,
                        spec.arguments(),
                        Map.of(),
                        BoundMethod.<Map<String, String>>ofFunction(spec.method(), calls))
                : ofMethod(spec);
    }

    private RegisteredPrompt ofMethod(PromptSpec spec) {
        BeanMethod method = spec.method();
        PromptReturnType.check(method);
        Arguments arguments = new Arguments(method, new AnnotationTexts(method, placeholders));
        BoundMethod<Map<String, String>> call = new BoundMethod<>(
                method, calls, ParameterSource.of(method, calls.injected(), Arguments::isAnnotated, arguments::source));
        return registered(spec, arguments.described, arguments.values, call);
    }

    private static RegisteredPrompt registered(
            PromptSpec spec,
            List<PromptArgument> arguments,
            Map<String, List<String>> values,
            BoundMethod<Map<String, String>> call) {
        Prompt definition =
                new Prompt(spec.name(), spec.title(), spec.description(), arguments, spec.icons(), spec.meta());
        return new RegisteredPrompt(
                definition,
                Registry.rendered(version -> PromptProjection.of(definition, version)),
                values,
                spec.method(),
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

        ParameterSource<Map<String, String>> source(MethodParameter parameter) {
            McpPromptParam annotation = annotation(parameter);
            String given = annotation == null ? null : texts.text(annotation.name());
            String name =
                    given != null ? given : TextArgument.nameOf(method, parameter, "@McpPromptParam(name = \"...\")");
            TextArgument argument = TextArgument.of(
                    method, parameter, name, annotation == null || annotation.required(), calls.injected());
            if (described.stream().anyMatch(other -> other.name().equals(name))) {
                throw method.refused(
                        "Two of its arguments have the name '" + name + "'.",
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
