package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.web.bind.annotation.ValueConstants;

/**
 * Describes an argument of a tool. Parameters without this annotation are arguments too: use it to state more than the
 * name and the type of the parameter do, or to make an argument of a parameter that would be injected.
 *
 * <p>A parameter of type {@code Optional} is empty whether the argument is absent or {@code null}; a {@code @Nullable
 * Optional} distinguishes the two: it is {@code null} if the argument is absent.
 *
 * <p>On a component of a record, or on a parameter of a constructor, factory method or setter by which Jackson creates
 * an object, it describes the property: everything applies but {@link #header}, and {@link #defaultValue} not to
 * setters. A form for the user shows the default value from 2025-11-25 on; a property that the user leaves out gets it
 * in any revision.
 *
 * <p>Texts may contain <code>${...}</code> placeholders.
 */
@Target({ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpToolParam {

    /** {@return the name of the argument in JSON} By default the name of the parameter. */
    String name() default "";

    /** {@return the name shown to people} */
    String title() default "";

    /** {@return the meaning of the argument, written for a language model} */
    String description() default "";

    /**
     * {@return whether a call without this argument is refused} An {@code Optional} or {@code @Nullable} parameter, and
     * one with a default value, is never required.
     */
    boolean required() default true;

    /**
     * {@return the value that is used if the argument is absent} JSON for numbers, booleans, objects and arrays, plain
     * text for types that JSON writes as a string. Shown in the schema; must fit it.
     */
    String defaultValue() default ValueConstants.DEFAULT_NONE;

    /** {@return examples of values, each written as {@link #defaultValue}} Shown in the schema; must fit it. */
    String[] examples() default {};

    /**
     * {@return the name of an HTTP header, sent as {@code Mcp-Param-<header>}, in which modern clients repeat this
     * argument for proxies and gateways} Only for text, whole numbers and booleans.
     */
    String header() default "";
}
