package io.mcpspring.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** A test of behaviour that only Reactor Netty has. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@DisabledIfSystemProperty(named = WebStack.PROPERTY, matches = "(?!netty).*", disabledReason = "Needs Reactor Netty")
public @interface OnNetty {

    /** Returns why servlet containers behave differently. */
    String value();
}
