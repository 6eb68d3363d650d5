package io.mcpspring.autoconfigure;

/** The configuration of the server cannot be meant as it is; stops the start. */
final class McpConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String cure;

    McpConfigurationException(String problem, String cure) {
        super(problem);
        this.cure = cure;
    }

    String cure() {
        return cure;
    }
}
