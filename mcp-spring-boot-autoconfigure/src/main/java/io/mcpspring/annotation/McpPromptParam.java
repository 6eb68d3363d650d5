package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes one argument of a prompt; needed only to say more than the parameter's name and type do, or to make an
 * argument of a parameter that would be injected.
 *
 * <p>Texts may hold <code>${...}</code> placeholders.
 */
@Target({ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpPromptParam {

    /** The argument's name. The parameter's name unless given. */
    String name() default "";

    /** The name shown to people; sent from revision 2025-06-18 on. */
    String title() default "";

    /** What the argument means. */
    String description() default "";

    /** Whether the prompt cannot do without; an {@code Optional} or {@code @Nullable} parameter is never required. */
    boolean required() default true;
}
