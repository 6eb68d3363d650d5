package io.mcpspring.completion;

import java.util.Map;

/**
 * The value that a user is typing.
 *
 * @param text the value so far
 * @param others values of other arguments
 */
record TypedValue(String text, Map<String, String> others) {}
