package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Proposes values for an argument of a prompt, or for a variable of a resource template, while a user types.
 *
 * <p><b>Parameters.</b> The one of type {@code String} gets what was typed so far, one of type {@code Map} the values of
 * other arguments that are settled already (from revision 2025-06-18 on). Other parameters are injected, as for
 * {@link McpTool}.
 *
 * <p><b>Results.</b> A collection, an array or a {@code Flux} of the values, the best first; of more than 100 the client
 * gets the first 100 and their total. A {@code Completion} says it all itself.
 *
 * <p>Texts may hold <code>${...}</code> placeholders.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpComplete {

    /** The name of the prompt; either this or {@link #uri} is given. */
    String prompt() default "";

    /** The template of the resource, written as at the resource; either this or {@link #prompt} is given. */
    String uri() default "";

    /** The argument or variable. The method's name unless given. */
    String argument() default "";
}
