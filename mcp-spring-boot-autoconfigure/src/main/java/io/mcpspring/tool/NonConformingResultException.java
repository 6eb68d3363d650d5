package io.mcpspring.tool;

/** A tool returned something that its output schema does not allow: a mistake of the tool, for the server's log. */
final class NonConformingResultException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NonConformingResultException(String problems) {
        super("The result does not match the output schema: " + problems);
    }
}
