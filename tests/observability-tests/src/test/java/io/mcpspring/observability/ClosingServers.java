package io.mcpspring.observability;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Closes the servers that the tests of a class have shared. JUnit finds it as a service. */
public final class ClosingServers implements AfterAllCallback {

    @Override
    public void afterAll(ExtensionContext context) {
        ObservedServer.closeShared();
    }
}
