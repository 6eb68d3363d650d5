package io.mcpspring.support;

/** How much the tests do that would take too long for {@code ./mvnw verify}. */
public final class Extent {

    /** The system property that lets the tests do everything. */
    public static final String PROPERTY = "mcp.tests.extent";

    public static final String FULL = "full";

    private Extent() {}

    public static boolean isFull() {
        return FULL.equals(System.getProperty(PROPERTY));
    }
}
