package io.mcpspring.prompt;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.constraint.ArgumentConstraints;
import io.mcpspring.constraint.ArgumentValidation;
import io.mcpspring.constraint.ConstrainedArgument;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.entry.Registry;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import io.mcpspring.text.DefinitionTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.databind.json.JsonMapper;

/** Creates prompts from annotated methods and definitions; everything that can fail does so here. */
final class PromptFactory {

    private final BoundMethod.Calls calls;

    private final Access access;

    private final UnaryOperator<String> placeholders;

    private final ArgumentValidation validation;

    private final JsonMapper mapper;

    private final ResultRules results;

    /**
     * @param mapper the application's
     * @param results what results may contain
     */
    PromptFactory(
            BoundMethod.Calls calls,
            Access access,
            UnaryOperator<String> placeholders,
            ArgumentValidation validation,
            JsonMapper mapper,
            ResultRules results) {
        this.calls = calls;
        this.access = access;
        this.placeholders = placeholders;
        this.validation = validation;
        this.mapper = mapper;
        this.results = results;
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
        return spec.method().isFunction()
                ? registered(
                        spec,
                        spec.arguments(),
                        Map.of(),
                        BoundMethod.<Map<String, String>>ofFunction(spec.method(), calls))
                : ofMethod(spec);
    }

    private RegisteredPrompt ofMethod(PromptSpec spec) {
        BeanMethod method = spec.method();
        Arguments arguments = new Arguments(method, new AnnotationTexts(method, placeholders));
        List<ParameterSource<Map<String, String>>> sources =
                ParameterSource.of(method, calls.injected(), Arguments::isAnnotated, arguments::source);
        ArgumentConstraints constraints = validation.ofTexts(method, arguments.constrained, mapper);
        BoundMethod<Map<String, String>> call = new BoundMethod<>(
                method, calls, constraints.binding(sources).slowFor(texts -> JsonLimits.isLarge(texts.values())));
        PromptReturnType.check(method, mapper);
        return registered(spec, arguments.described, arguments.values, call);
    }

    private RegisteredPrompt registered(
            PromptSpec spec,
            List<PromptArgument> arguments,
            Map<String, List<String>> values,
            BoundMethod<Map<String, String>> call) {
        Prompt definition =
                new Prompt(spec.name(), spec.title(), spec.description(), arguments, spec.icons(), spec.meta());
        checkTexts(definition, spec.method());
        return new RegisteredPrompt(
                definition,
                access.guard(
                        new McpEntry(McpInvocation.Kind.PROMPT, spec.name(), definition, spec.scopes(), spec.method())),
                spec.limits().checked(spec.method()),
                Registry.rendered(version -> PromptProjection.of(definition, version)),
                values,
                results,
                spec.method(),
                call);
    }

    private static void checkTexts(Prompt definition, BeanMethod method) {
        DefinitionTexts texts = new DefinitionTexts()
                .check("Its name", definition.name())
                .check("Its title", definition.title())
                .check("Its description", definition.description());
        for (PromptArgument argument : definition.arguments()) {
            texts.check("The name of an argument", argument.name())
                    .check("The title of argument '" + argument.name() + "'", argument.title())
                    .check("The description of argument '" + argument.name() + "'", argument.description());
        }
        texts.refuse(method::refused);
    }

    /** Collects the arguments of a method while its parameters get their sources. */
    private final class Arguments {

        private final BeanMethod method;

        private final AnnotationTexts texts;

        private final List<PromptArgument> described = new ArrayList<>();

        private final Map<String, List<String>> values = new LinkedHashMap<>();

        private final List<ConstrainedArgument> constrained = new ArrayList<>();

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
                        "Give each a different name with @McpPromptParam(name = \"...\").");
            }
            described.add(new PromptArgument(
                    name,
                    annotation == null ? null : texts.text(annotation.title()),
                    annotation == null ? null : texts.text(annotation.description()),
                    argument.required()));
            values.put(name, argument.values());
            constrained.add(new ConstrainedArgument(name, parameter));
            return (arguments, exchange) -> argument.value(arguments.get(name));
        }
    }
}
