package io.mcpspring.annotation;

import io.mcpspring.Internal;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks the annotations by which methods are offered to clients, so that one search finds the methods of all. */
@Internal
@Target(ElementType.ANNOTATION_TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpMethod {}
