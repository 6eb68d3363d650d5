package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.schema.Forms;
import java.time.Duration;

/**
 * The services by which requests ask their clients.
 *
 * @param rounds seals the state that modern clients return with the next round of questions
 * @param forms generates the forms that users fill in
 * @param openQuestions bounds the questions that wait for an answer
 * @param timeToAnswer how long a client may take to answer while a request or task waits
 */
@Internal
public record QuestionServices(InputRounds rounds, Forms forms, OpenQuestions openQuestions, Duration timeToAnswer) {}
