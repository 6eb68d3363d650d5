package io.mcpspring.test.autoconfigure;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Bootstraps the contexts of {@link McpServerTest}: web applications without a web server. */
final class McpServerTestContextBootstrapper extends TestSliceTestContextBootstrapper<McpServerTest> {

    @Override
    protected WebEnvironment getWebEnvironment(Class<?> testClass) {
        return WebEnvironment.MOCK;
    }
}
