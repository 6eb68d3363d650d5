package io.mcpspring.exchange;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The action of a user who was asked by {@code elicitation/create}. The protocol may add actions, so a {@code switch}
 * over the permitted types needs a default branch to compile with later releases.
 *
 * @param <T> the form that the user fills in; {@code Void} for a web page
 */
public sealed interface ElicitResult<T extends @Nullable Object> {

    /**
     * The user agreed.
     *
     * @param <T> the form
     * @param value the form as the user filled it in; {@code null} for a web page, which has none
     */
    record Accepted<T extends @Nullable Object>(T value) implements ElicitResult<T> {}

    /**
     * The user declined.
     *
     * @param <T> the form
     */
    record Declined<T extends @Nullable Object>() implements ElicitResult<T> {}

    /**
     * The user closed the form or page without a choice.
     *
     * @param <T> the form
     */
    record Cancelled<T extends @Nullable Object>() implements ElicitResult<T> {}

    /**
     * Returns the form as the user filled it in.
     *
     * @return the form; empty if the user declined or cancelled, and always for a web page: see {@link #isAccepted()}
     */
    default Optional<T> accepted() {
        return this instanceof Accepted<T> accepted ? Optional.ofNullable(accepted.value()) : Optional.empty();
    }

    /** {@return whether the user agreed} */
    default boolean isAccepted() {
        return this instanceof Accepted;
    }
}
