package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes an argument of a prompt. Parameters without this annotation are arguments too. Use it to add a title or a
 * description, or to make a parameter an argument that would otherwise be injected.
 *
 * <p>Texts may contain <code>${...}</code> placeholders.
 */
@Target({ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpPromptParam {

    /** {@return the name of the argument} By default the name of the parameter. */
    String name() default "";

    /** {@return the name shown to people} Sent from revision 2025-06-18 on. */
    String title() default "";

    /** {@return the meaning of the argument} */
    String description() default "";

    /**
     * {@return whether a request without this argument is refused} An {@code Optional} or {@code @Nullable} parameter
     * is never required.
     */
    boolean required() default true;
}
