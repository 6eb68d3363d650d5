package io.mcpspring.prompt;

import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.constraint.ConstrainedArgument;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.Registration;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.InjectedParameters;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import io.mcpspring.schema.JavaTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.convert.ConversionService;

/**
 * Creates prompts from annotated methods and definitions; everything that can fail does so here.
 *
 * @param results what results may contain
 */
record PromptFactory(EntryContext context, ResultRules results) {

    RegisteredPrompt create(McpPromptDefinition declared) {
        BeanMethod method = declared.method();
        InjectedParameters injected = context.calls().get().injected();
        Arguments arguments = new Arguments(declared, context.texts(method), injected.conversion());
        List<ParameterSource<Map<String, String>>> sources = ParameterSource.of(method, injected, arguments::source);
        BoundMethod<Map<String, String>> call = context.boundMethod(method, sources, arguments.constrained);
        PromptMessages.requirePossible(method, context.mapper().get());
        Prompt prompt = new Prompt(
                declared.name(),
                declared.title(),
                declared.description(),
                arguments.described,
                declared.icons(),
                declared.meta());
        Registration<Prompt> registration = Registration.of(
                McpInvocation.Kind.PROMPT, prompt, declared, PromptProjection::adapt, results, context.access());
        return new RegisteredPrompt(registration, arguments.texts, declared.isOpen(), call);
    }

    /** Collects the arguments of a method while its parameters get their sources. */
    private static final class Arguments {

        private final AnnotationTexts declared;
        private final ConversionService conversion;
        private final List<PromptArgument> described = new ArrayList<>();
        private final Map<String, TextArgument> texts = new LinkedHashMap<>();
        private final List<ConstrainedArgument> constrained = new ArrayList<>();

        Arguments(McpPromptDefinition definition, AnnotationTexts declared, ConversionService conversion) {
            this.declared = declared;
            this.conversion = conversion;
            definition.arguments().forEach(argument -> add(argument, TextArgument.plain(argument.name())));
        }

        private void add(PromptArgument argument, TextArgument text) {
            described.add(argument);
            texts.put(argument.name(), text);
        }

        ParameterSource<Map<String, String>> source(MethodParameter parameter) {
            BeanMethod method = declared.method();
            if (method.isFunction()) {
                return (arguments, exchange) -> arguments;
            }
            McpPromptParam annotation = MergedAnnotations.from(parameter.getParameterAnnotations())
                    .get(McpPromptParam.class)
                    .synthesize(MergedAnnotation::isPresent)
                    .orElseGet(() -> AnnotationUtils.synthesizeAnnotation(McpPromptParam.class));
            String given = declared.text(annotation.name());
            String name = given != null ? given : JavaTypes.nameOf(parameter, "@McpPromptParam(name = \"...\")");
            TextArgument argument = TextArgument.of(parameter, name, annotation.required(), conversion);
            if (texts.containsKey(name)) {
                throw method.refused(
                        "Two of its arguments have the name '" + name + "'.",
                        "Give each a different name with @McpPromptParam(name = \"...\").");
            }
            String title = declared.text(annotation.title());
            String description = declared.text(annotation.description());
            add(new PromptArgument(name, title, description, argument.required()), argument);
            constrained.add(new ConstrainedArgument(name, parameter, false));
            return (arguments, exchange) -> argument.value(arguments.get(name));
        }
    }
}
