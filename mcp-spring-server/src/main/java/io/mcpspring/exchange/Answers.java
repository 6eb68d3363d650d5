package io.mcpspring.exchange;

import java.util.Map;
import org.springframework.util.Assert;

/** The answers to the questions of one round; see {@link McpExchange#ask(Question[])}. */
public final class Answers {

    private final Map<Question<?>, Object> byQuestion;

    Answers(Map<Question<?>, Object> byQuestion) {
        this.byQuestion = byQuestion;
    }

    /**
     * Returns the answer to one of the questions.
     *
     * @param <A> the type of the answer
     * @param question a question of the round
     * @return its answer
     * @throws IllegalArgumentException if the round does not contain the question
     */
    // Each answer was read by its question.
    @SuppressWarnings("unchecked")
    public <A> A to(Question<A> question) {
        Object answer = byQuestion.get(question);
        Assert.notNull(answer, () -> "Question '" + question.key() + "' was not asked");
        return (A) answer;
    }
}
