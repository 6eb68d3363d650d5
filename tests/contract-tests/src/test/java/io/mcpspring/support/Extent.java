package io.mcpspring.support;

import java.util.Locale;

/**
 * How much the tests do. A test that does not belong to {@link #QUICK} has the tag of the extent that runs it; a test
 * that does more or less of the same by the extent asks {@link #CURRENT}.
 */
public enum Extent {
    /** {@code ./mvnw verify}. */
    QUICK,
    /** {@code .ci/run}. */
    CHANGE,
    /** {@code .ci/nightly}. */
    FULL;

    public static final Extent CURRENT =
            valueOf(System.getProperty("mcp.tests.extent", QUICK.name()).toUpperCase(Locale.ROOT));
}
