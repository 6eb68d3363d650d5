package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An icon that a user interface may show; sent from revision 2025-11-25 on. */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpIcon {

    /** {@return an {@code https:} or {@code data:} URI} */
    String src();

    /** {@return the media type, if {@link #src()} does not state it} */
    String mimeType() default "";

    /** {@return sizes such as {@code 48x48}, or {@code any}} */
    String[] sizes() default {};

    /** {@return {@code light} or {@code dark}: the background for which the icon is made} */
    String theme() default "";
}
