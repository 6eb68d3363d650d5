package io.mcpspring.security;

import io.mcpspring.Internal;

/** Recognizes objects by which a test replaces beans, and which are meant to have no proxy. */
@Internal
@FunctionalInterface
public interface Substitutes {

    boolean contains(Object bean);
}
