package io.mcpspring.exchange;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Returned by a tool that needs answers of its client to continue. The tool is called again, from its beginning, when
 * the client has answered, and finds the answers with {@link McpRequestContext#answer} and its state with
 * {@link McpRequestContext#state}.
 *
 * <p>In the modern era this is the {@code input_required} result; in the legacy era the client is asked by requests of
 * the server. Without questions the tool is called again when the client repeats its request, which it may do at once;
 * in the legacy era after a second.
 */
public final class InputRequired {

    /** Leaves room for the answers in what a client carries. */
    private static final int MAX_STATE = 32 * 1024;

    private final List<Question<?>> questions;

    private final @Nullable String state;

    private InputRequired(List<Question<?>> questions, @Nullable String state) {
        this.questions = questions;
        this.state = state;
    }

    /**
     * Asks the client these questions.
     *
     * @throws IllegalArgumentException if two of them have the same key
     */
    public static InputRequired of(Question<?>... questions) {
        Question.requireKeys(questions);
        return new InputRequired(List.of(questions), null);
    }

    /**
     * Keeps a state for the next call. The client carries it sealed and can neither read nor change it, but may send an
     * older state, or the same one twice.
     *
     * @throws IllegalArgumentException if it is longer than 32,768 characters
     */
    public InputRequired withState(String state) {
        if (state.length() > MAX_STATE) {
            throw new IllegalArgumentException("A state has at most " + MAX_STATE + " characters");
        }
        return new InputRequired(questions, state);
    }

    List<Question<?>> questions() {
        return questions;
    }

    @Nullable
    String state() {
        return state;
    }
}
