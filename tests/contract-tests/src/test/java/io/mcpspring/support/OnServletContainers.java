package io.mcpspring.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A test of behaviour that only servlet containers have. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
        named = WebStack.PROPERTY,
        matches = "(?!netty).*",
        disabledReason = "Needs a servlet container")
public @interface OnServletContainers {

    /** Returns why Netty behaves differently. */
    String value();
}
