package io.mcpspring.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.method.McpMethodException;
import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.annotation.CurrentSecurityContext;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Parameters whose values Spring Security supplies. */
class SecurityParametersTests {

    private final SecurityParameters parameters = new SecurityParameters(
            new DefaultListableBeanFactory(), null, SecurityContextHolder.getContextHolderStrategy());

    @SuppressWarnings("unused")
    static class Methods {

        void user(@AuthenticationPrincipal String user) {}

        void optional(@AuthenticationPrincipal Optional<String> user) {}

        void mono(@AuthenticationPrincipal Mono<String> user) {}

        void flux(@AuthenticationPrincipal(expression = "") Flux<String> user) {}

        void context(@CurrentSecurityContext SecurityContext context) {}

        void later(@CurrentSecurityContext Mono<SecurityContext> context) {}

        void found(@AuthenticationPrincipal(expression = "@users.find(username)") Optional<String> user) {}

        void searched(@CurrentSecurityContext(expression = "@users.find(authentication)") Mono<String> user) {}

        void none(Optional<String> user) {}
    }

    private static MethodParameter parameter(String name) {
        for (Method method : ReflectionUtils.getDeclaredMethods(Methods.class)) {
            if (method.getName().equals(name)) {
                return new MethodParameter(method, 0);
            }
        }
        throw new IllegalArgumentException(name);
    }

    @ParameterizedTest
    @CsvSource({"user, true", "context, true", "found, true", "searched, true", "none, false"})
    void theValueAndThatOfAnExpressionAreSupplied(String method, boolean supported) {
        assertThat(parameters.supports(parameter(method))).isEqualTo(supported);
    }

    @ParameterizedTest
    @CsvSource({"optional, Optional", "mono, Mono", "flux, Flux", "later, Mono"})
    void aWrapperThatWouldBeNullIsRefused(String method, String type) {
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> parameters.supports(parameter(method)))
                .withMessageContaining("What Spring Security supplies is not wrapped in a type such as " + type + ".")
                .withMessageContaining("Declare the type itself");
    }
}
