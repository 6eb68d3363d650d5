package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An icon that a user interface may show. */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpIcon {

    /** An {@code https:} or {@code data:} URI. */
    String src();

    /** Media type, if {@link #src()} does not tell it. */
    String mimeType() default "";

    /** Sizes such as {@code 48x48}, or {@code any}. */
    String[] sizes() default {};

    /** {@code light} or {@code dark}: the background the icon is made for. */
    String theme() default "";
}
