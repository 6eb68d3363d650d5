package io.mcpspring.prompt;

import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.constraint.ArgumentConstraints;
import io.mcpspring.constraint.ConstrainedArgument;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.DefinitionTexts;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.Registration;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.databind.json.JsonMapper;

/** Creates prompts from annotated methods and definitions; everything that can fail does so here. */
final class PromptFactory {

    private final EntryContext context;

    private final ResultRules results;

    /** @param results what results may contain */
    PromptFactory(EntryContext context, ResultRules results) {
        this.context = context;
        this.results = results;
    }

    RegisteredPrompt create(McpPromptDefinition declared) {
        BeanMethod method = declared.method();
        BoundMethod.Calls calls = context.calls();
        JsonMapper mapper = context.mapper().get();
        Arguments arguments = new Arguments(declared, context.texts(method), calls);
        List<ParameterSource<Map<String, String>>> sources =
                ParameterSource.of(method, calls.injected(), Arguments::isAnnotated, arguments::source);
        ArgumentConstraints constraints = context.validation().ofTexts(method, arguments.constrained, mapper);
        BoundMethod<Map<String, String>> call = new BoundMethod<>(method, calls, constraints.binding(sources));
        PromptReturnType.check(method, mapper);
        return new RegisteredPrompt(registration(declared, arguments.described), arguments.values, call);
    }

    private Registration<Prompt> registration(McpPromptDefinition declared, List<PromptArgument> arguments) {
        Prompt prompt = new Prompt(
                declared.name(),
                declared.title(),
                declared.description(),
                arguments,
                declared.icons(),
                declared.meta());
        checkTexts(prompt, declared.method());
        return Registration.of(
                McpInvocation.Kind.PROMPT,
                prompt.name(),
                prompt,
                declared,
                PromptProjection::adapt,
                results,
                context.access());
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
    private static final class Arguments {

        private final BeanMethod method;
        private final AnnotationTexts texts;
        private final BoundMethod.Calls calls;
        private final List<PromptArgument> described = new ArrayList<>();
        private final Map<String, List<String>> values = new LinkedHashMap<>();
        private final List<ConstrainedArgument> constrained = new ArrayList<>();

        Arguments(McpPromptDefinition declared, AnnotationTexts texts, BoundMethod.Calls calls) {
            this.method = declared.method();
            this.texts = texts;
            this.calls = calls;
            declared.arguments().forEach(argument -> add(argument, List.of()));
        }

        private void add(PromptArgument argument, List<String> possible) {
            described.add(argument);
            values.put(argument.name(), possible);
        }

        static boolean isAnnotated(MethodParameter parameter) {
            return annotation(parameter) != null;
        }

        private static @Nullable McpPromptParam annotation(MethodParameter parameter) {
            return MergedAnnotations.from(parameter.getParameterAnnotations())
                    .get(McpPromptParam.class)
                    .synthesize(MergedAnnotation::isPresent)
                    .orElse(null);
        }

        ParameterSource<Map<String, String>> source(MethodParameter parameter) {
            if (method.isFunction()) {
                return (arguments, exchange) -> arguments;
            }
            McpPromptParam annotation = annotation(parameter);
            String given = annotation == null ? null : texts.text(annotation.name());
            String name =
                    given != null ? given : TextArgument.nameOf(method, parameter, "@McpPromptParam(name = \"...\")");
            TextArgument argument = TextArgument.of(
                    method, parameter, name, annotation == null || annotation.required(), calls.injected());
            if (values.containsKey(name)) {
                throw method.refused(
                        "Two of its arguments have the name '" + name + "'.",
                        "Give each a different name with @McpPromptParam(name = \"...\").");
            }
            add(
                    new PromptArgument(
                            name,
                            annotation == null ? null : texts.text(annotation.title()),
                            annotation == null ? null : texts.text(annotation.description()),
                            argument.required()),
                    argument.values());
            constrained.add(new ConstrainedArgument(name, parameter));
            return (arguments, exchange) -> argument.value(arguments.get(name));
        }
    }
}
