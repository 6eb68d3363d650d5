package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.schema.Forms;

/**
 * What requests need to ask their clients.
 *
 * @param rounds keeps what modern clients carry from one round of questions to the next
 * @param forms makes the forms that users are asked to fill in
 * @param openQuestions bounds the questions that wait for an answer
 */
@Internal
public record Asking(InputRounds rounds, Forms forms, OpenQuestions openQuestions) {}
