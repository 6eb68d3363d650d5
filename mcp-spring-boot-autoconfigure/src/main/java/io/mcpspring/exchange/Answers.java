package io.mcpspring.exchange;

import java.util.Map;

/** The answers to the questions of one round. */
public final class Answers {

    private final Map<Question<?>, Object> byQuestion;

    Answers(Map<Question<?>, Object> byQuestion) {
        this.byQuestion = byQuestion;
    }

    /**
     * The answer to one of the questions that were asked.
     *
     * @throws IllegalArgumentException if the question was not among them
     */
    // Each answer was read by its question.
    @SuppressWarnings("unchecked")
    public <A> A to(Question<A> question) {
        Object answer = byQuestion.get(question);
        if (answer == null) {
            throw new IllegalArgumentException("Question '" + question.key() + "' was not asked");
        }
        return (A) answer;
    }
}
