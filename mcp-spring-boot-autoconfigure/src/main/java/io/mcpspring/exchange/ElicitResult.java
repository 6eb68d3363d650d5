package io.mcpspring.exchange;

import java.util.Optional;

/**
 * What the user did when asked.
 *
 * @param <T> the form; {@link Void} where there is none to fill in
 */
public sealed interface ElicitResult<T> {

    /** The user agreed, and filled in the form if there was one. */
    record Accepted<T>(Optional<T> accepted) implements ElicitResult<T> {}

    /** The user said no. */
    record Declined<T>() implements ElicitResult<T> {}

    /** The user made no choice. */
    record Cancelled<T>() implements ElicitResult<T> {}

    /** The form as the user filled it in; empty if the user declined or cancelled, and always for a URL. */
    default Optional<T> accepted() {
        return Optional.empty();
    }

    /** Whether the user agreed. */
    default boolean isAccepted() {
        return this instanceof Accepted;
    }
}
