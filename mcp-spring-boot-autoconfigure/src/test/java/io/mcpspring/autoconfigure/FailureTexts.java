package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.assertj.AssertableReactiveWebApplicationContext;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** Asks Spring Boot's failure analyzers, in their order, as {@code SpringApplication} does. */
final class FailureTexts {

    private FailureTexts() {}

    /** What the user is told of an application that did not start; fails if it did, or if nothing is told. */
    static FailureAnalysis of(AssertableReactiveWebApplicationContext context) {
        assertThat(context).hasFailed();
        List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, failure) -> {}));
        return analyzers.stream()
                .map(analyzer -> analyzer.analyze(context.getStartupFailure()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("No text for this failure", context.getStartupFailure()));
    }

    /** Fails unless the application does not start because of the method, and says so word for word. */
    static void assertRefused(
            ReactiveWebApplicationContextRunner application,
            Class<?> beanClass,
            String method,
            String reason,
            String action) {
        assertRefused(application, beanClass.getName(), method, reason, action);
    }

    static void assertRefused(
            ReactiveWebApplicationContextRunner application,
            String beanClass,
            String method,
            String reason,
            String action) {
        application.run(context -> {
            FailureAnalysis told = of(context);
            assertThat(told.getDescription()).isEqualToNormalizingNewlines("""
                    Method '%s' of bean class '%s' cannot be offered to MCP clients.

                    %s""".formatted(method, beanClass, reason));
            assertThat(told.getAction()).isEqualTo(action);
        });
    }
}
