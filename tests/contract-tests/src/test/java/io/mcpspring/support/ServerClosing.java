package io.mcpspring.support;

import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Closes the {@linkplain TestServer#shared shared servers} of a test class after its last test. JUnit detects it. */
public final class ServerClosing implements AfterAllCallback {

    @Override
    public void afterAll(ExtensionContext context) {
        boolean isNestedClass = !context.getParent().equals(Optional.of(context.getRoot()));
        if (!isNestedClass) {
            TestServer.closeShared();
        }
    }
}
