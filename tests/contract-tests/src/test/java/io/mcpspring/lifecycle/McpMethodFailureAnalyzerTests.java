package io.mcpspring.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.method.RefusedMethods;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.SpringFactoriesLoader;

class McpMethodFailureAnalyzerTests {

    @Test
    void namesClassMethodReasonAndCure() {
        new ApplicationContextRunner()
                .withUserConfiguration(Scan.class)
                .withBean(Orders.class)
                .run(context -> {
                    FailureAnalysis analysis = new McpMethodFailureAnalyzer().analyze(context.getStartupFailure());
                    assertThat(analysis.getDescription()).isEqualToNormalizingNewlines("""
                    Method 'find(String, int[])' of bean class \
                    'io.mcpspring.lifecycle.McpMethodFailureAnalyzerTests$Orders' cannot be offered to MCP clients.

                    It is private, so calls would bypass the bean's proxy.""");
                    assertThat(analysis.getAction()).isEqualTo("Make the method public, protected or package-private.");
                    assertThat(analysis.getCause()).isInstanceOf(McpMethodException.class);
                });
    }

    @Test
    void isKnownToSpringBoot() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(FailureAnalyzer.class, (type, name, failure) -> {}))
                .hasAtLeastOneElementOfType(McpMethodFailureAnalyzer.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class Scan {

        @Bean
        SmartInitializingSingleton scan(ConfigurableListableBeanFactory beans) {
            return () -> {
                RefusedMethods refused = new RefusedMethods();
                new AnnotatedMethods(beans).with(McpTool.class, refused, method -> {});
                refused.throwFirst();
            };
        }
    }

    static class Orders {

        @McpTool
        private void find(String id, int[] pages) {}
    }
}
