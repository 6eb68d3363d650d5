package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.web.bind.annotation.ValueConstants;

/**
 * Describes one argument of a tool. Parameters without this annotation are arguments too; it is needed only to say more
 * than the parameter's name and type do.
 *
 * <p>A parameter of type {@code Optional} is empty whether the argument is absent or {@code null}; a {@code @Nullable
 * Optional} tells the two apart: it is {@code null} when the argument is absent.
 *
 * <p>Texts may hold <code>${...}</code> placeholders.
 */
@Target({ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpToolParam {

    /** The argument's name in JSON. The parameter's name unless given. */
    String name() default "";

    /** What the argument means, written for a language model. */
    String description() default "";

    /**
     * Whether a call without this argument is refused. An {@code Optional} or {@code @Nullable} parameter and one with
     * a default value is never required.
     */
    boolean required() default true;

    /**
     * The value used when the argument is absent: JSON for numbers, booleans, objects and arrays, plain text for
     * anything that JSON writes as a string. Shown in the schema.
     */
    String defaultValue() default ValueConstants.DEFAULT_NONE;

    /**
     * Name of an HTTP header, sent as {@code Mcp-Param-<header>}, in which modern clients repeat this argument for
     * proxies and gateways. Only for text, whole numbers and booleans.
     */
    String header() default "";
}
