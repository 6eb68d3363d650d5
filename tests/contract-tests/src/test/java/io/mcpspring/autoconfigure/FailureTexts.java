package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** Analyzes failures of the start with Spring Boot's failure analyzers, in the order of {@code SpringApplication}. */
final class FailureTexts {

    private FailureTexts() {}

    /** Returns the analysis of an application that did not start; fails if it started, or if there is no analysis. */
    static FailureAnalysis of(ApplicationContextAssertProvider<?> context) {
        return of(context.getStartupFailure());
    }

    static FailureAnalysis of(Throwable failure) {
        assertThat(failure).isNotNull();
        List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, unavailable) -> {}));
        return analyzers.stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("No text for this failure", failure));
    }
}
