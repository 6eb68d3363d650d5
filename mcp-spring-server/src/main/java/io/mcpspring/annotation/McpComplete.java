package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Proposes values for an argument of a prompt, or for a variable of a resource template, while a user types.
 *
 * <p><b>Parameters.</b> The parameter of type {@code String} gets the text that was typed so far; a parameter of type
 * {@code Map} gets the values of other arguments that the user has already entered (clients send them from revision
 * 2025-06-18 on, as texts). Other parameters are injected, as for {@link McpTool}; modern clients cannot be asked.
 *
 * <p><b>Results.</b> A collection, an array, a {@code Stream} or a {@code Flux} of the values, the best first, or a
 * single value. Values are texts, numbers, constants of enums, and other simple values, as their texts. If there are
 * more than 100, the client gets the first 100 and the total number. A {@code Completion} is sent unchanged.
 * {@code Mono}, {@code CompletionStage} and {@code Optional} are unwrapped first; {@code null} and an empty result mean
 * an empty list.
 *
 * <p><b>Failures</b> are those of {@link McpPrompt}. The application does not start if two methods complete the same
 * argument, if the argument does not exist, or if the method never returns such values. A prompt or a template that is
 * added later, through {@code McpPrompts} or {@code McpResources}, cannot be completed by a method.
 *
 * <p>Texts may hold <code>${...}</code> placeholders.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@McpMethod
public @interface McpComplete {

    /**
     * {@return the name of a prompt, of a method or of a {@code McpPromptDefinition}} Either this or {@link #uri} must
     * be given.
     */
    String prompt() default "";

    /** {@return a template of resources, written as in its definition} Either this or {@link #prompt} must be given. */
    String uri() default "";

    /** {@return the argument of the prompt, or the variable of the template} By default the name of the method. */
    String argument() default "";
}
