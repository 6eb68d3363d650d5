package io.mcpspring.protocol;

import java.util.Objects;

/**
 * The result of a {@code completion/complete}: values for the argument that a user is typing. Later revisions may add
 * components: use neither the canonical constructor nor record patterns.
 *
 * @param completion the values
 */
public record CompleteResult(Completion completion) implements TypedResult {

    /**
     * Checks that there is a completion.
     *
     * @param completion the values
     */
    public CompleteResult {
        Objects.requireNonNull(completion, "completion");
    }

    /**
     * Creates a result.
     *
     * @param completion the values
     * @return the result
     */
    public static CompleteResult of(Completion completion) {
        return new CompleteResult(completion);
    }
}
