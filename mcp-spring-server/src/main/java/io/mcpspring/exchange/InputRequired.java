package io.mcpspring.exchange;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * The result of a method that needs answers from the client to continue. When the client has answered, the method is
 * called again from its beginning, and reads them with {@link McpRequestContext#answer}, and its state with
 * {@link McpRequestContext#state}.
 *
 * <p>In the modern era this is the {@code input_required} result; in the legacy era the client is asked by requests of
 * the server. Without questions, the method is called again when the client repeats its request, possibly at once; in
 * the legacy era, the server calls it again after a second.
 *
 * <p>Later revisions may add components: use neither the canonical constructor nor record patterns.
 *
 * @param questions the questions
 * @param state the state for the next call; {@code null} for none
 */
public record InputRequired(
        List<Question<?>> questions, @Nullable String state) {

    /** Smaller than the limit of the sealed state that clients return, which also contains the answers. */
    private static final int MAX_STATE = 32 * 1024;

    /**
     * Creates a result; see {@link #of} and {@link #withState}.
     *
     * @param questions the questions
     * @param state the state for the next call; {@code null} for none
     * @throws IllegalArgumentException if the state is longer than 32,768 characters
     */
    public InputRequired {
        questions = List.copyOf(questions);
        Assert.isTrue(
                state == null || state.length() <= MAX_STATE,
                () -> "'state' must have at most " + MAX_STATE + " characters");
    }

    /**
     * Asks questions.
     *
     * @param questions the questions
     * @return the result
     * @throws IllegalArgumentException if two of them have the same key
     */
    public static InputRequired of(Question<?>... questions) {
        Question.requireKeys(questions);
        return new InputRequired(List.of(questions), null);
    }

    /**
     * Returns a copy with a state for the next call. The client carries the state, encrypted and authenticated: it
     * cannot read or change it, but may send an older state, or the same one twice.
     *
     * @param state the state
     * @return the copy
     * @throws IllegalArgumentException if the state is longer than 32,768 characters
     */
    public InputRequired withState(String state) {
        return new InputRequired(questions, state);
    }
}
