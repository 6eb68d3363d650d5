package io.mcpspring.completion;

import java.util.Map;

/**
 * What a user has typed.
 *
 * @param value the value so far
 * @param settled values of other arguments
 */
record Typing(String value, Map<String, String> settled) {}
