package io.mcpspring;

/** Thrown if the configuration of the server is likely to be a mistake; prevents the application from starting. */
@Internal
public final class McpConfigurationException extends RuntimeException {

    private final String cure;

    public McpConfigurationException(String problem, String cure) {
        super(problem);
        this.cure = cure;
    }

    public String cure() {
        return cure;
    }
}
