package io.mcpspring.tool;

/**
 * Thrown if a tool returns a value that does not match its output schema. This is a mistake of the tool, which is
 * logged.
 */
final class NonConformingResultException extends RuntimeException {

    NonConformingResultException(String problems) {
        super("The result does not match the output schema: " + problems);
    }
}
