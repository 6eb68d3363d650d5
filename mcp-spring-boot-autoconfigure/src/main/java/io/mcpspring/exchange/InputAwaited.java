package io.mcpspring.exchange;

/**
 * Ends the run of a tool that has to be repeated with the client's answers. An error, so that handlers of exceptions
 * miss it and transactions roll back; no failure.
 */
final class InputAwaited extends Error {

    private static final long serialVersionUID = 1L;

    InputAwaited() {
        super("The client has to answer a question first; the run ends here and will be repeated", null, false, false);
    }
}
