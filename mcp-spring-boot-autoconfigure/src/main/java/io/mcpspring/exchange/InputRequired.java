package io.mcpspring.exchange;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tool returns that cannot go on without the client's answers: it is called again, from its beginning, when they
 * are there, and finds them with {@link McpRequestContext#answer} and its state with {@link McpRequestContext#state}.
 *
 * <p>In the modern era this is the {@code input_required} result; in the older revisions the client is asked by
 * requests of the server. Without questions the tool is called again when the client comes back, which it may do at
 * once; in the older revisions after a second.
 */
public final class InputRequired {

    /** What a client carries is limited, and its answers need room too. */
    private static final int MAX_STATE = 32 * 1024;

    private final List<Question<?>> questions;

    private final @Nullable String state;

    private InputRequired(List<Question<?>> questions, @Nullable String state) {
        this.questions = questions;
        this.state = state;
    }

    /**
     * The client has to answer these questions.
     *
     * @throws IllegalArgumentException if two of them have the same key
     */
    public static InputRequired of(Question<?>... questions) {
        Question.requireKeys(questions);
        return new InputRequired(List.of(questions), null);
    }

    /**
     * Keeps a state for the next call. It travels sealed with the client: nobody else can read or change it, but the
     * client may send an older one, or the same one twice.
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
