package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.constraint.ArgumentConstraints;
import io.mcpspring.constraint.ConstrainedArgument;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.Binding;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocations;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.schema.NestedArguments;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/**
 * What features take from the application. Beans are looked up when they are needed, because they may depend on the
 * features.
 *
 * @param annotatedMethods the annotated methods of its beans
 * @param calls supplies how methods are called, when all singletons exist
 * @param mapper supplies its mapper
 * @param access creates the guards of entries
 * @param invocations invokes entries
 * @param events publishes changes of lists
 */
@Internal
public record EntryContext(
        ConfigurableApplicationContext application,
        AnnotatedMethods annotatedMethods,
        Supplier<BoundMethod.Calls> calls,
        Supplier<JsonMapper> mapper,
        Access access,
        Invocations invocations,
        ServerEvents events) {

    /**
     * Returns a method whose arguments are texts, ready to be called.
     *
     * @param sources the sources of all parameters
     * @param arguments the parameters that are arguments
     * @throws io.mcpspring.validation.DeclarationException if their constraints cannot be checked
     */
    public <I> BoundMethod<I> boundMethod(
            BeanMethod method, List<ParameterSource<I>> sources, List<ConstrainedArgument> arguments) {
        Binding<I> binding = constraints(method, arguments, mapper.get()).binding(sources);
        return new BoundMethod<>(method, calls.get(), binding);
    }

    /**
     * Returns the constraints of a method.
     *
     * @throws io.mcpspring.validation.DeclarationException if they cannot be checked
     */
    public ArgumentConstraints constraints(BeanMethod method, List<ConstrainedArgument> arguments, JsonMapper reading) {
        return method.isFunction()
                ? ArgumentConstraints.NONE
                : ArgumentConstraints.of(application, method, arguments, reading);
    }

    /** Returns the mapper for values of clients, which reads the annotations of properties, too. */
    public JsonMapper argumentMapper() {
        return NestedArguments.on(
                mapper.get(),
                text -> AnnotationTexts.resolved(text, application.getEnvironment()::resolveRequiredPlaceholders));
    }

    /** Returns what reads the annotations of a method. */
    public AnnotationTexts texts(BeanMethod method) {
        return new AnnotationTexts(method, application.getEnvironment()::resolveRequiredPlaceholders);
    }
}
