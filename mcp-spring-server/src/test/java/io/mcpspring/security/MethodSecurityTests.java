package io.mcpspring.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.tool.McpToolDefinition;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.authorization.method.AuthorizationManagerBeforeMethodInterceptor;
import org.springframework.security.core.context.SecurityContextHolder;

/** The expression of a method decides whether its advisor is asked for a list, and on which thread. */
class MethodSecurityTests {

    private final List<Thread> asked = new CopyOnWriteArrayList<>();

    static Stream<Method> whatLooksAtTheAuthenticationAloneDecidesOnThisThread() {
        return Stream.of(OfAuthentication.class.getDeclaredMethods());
    }

    @ParameterizedTest
    @MethodSource
    void whatLooksAtTheAuthenticationAloneDecidesOnThisThread(Method method) {
        assertThat(decision(new OfAuthentication(), method)).isEqualTo(McpAccessDecision.hidden());
        assertThat(asked).containsExactly(Thread.currentThread());
    }

    static Stream<Method> whatMentionsAnArgumentOrTheBeanDecidesWhenItIsCalled() {
        return Stream.of(OfCall.class.getDeclaredMethods());
    }

    @ParameterizedTest
    @MethodSource
    void whatMentionsAnArgumentOrTheBeanDecidesWhenItIsCalled(Method method) {
        assertThat(decision(new OfCall(), method)).isEqualTo(McpAccessDecision.granted());
        assertThat(asked).isEmpty();
    }

    static Stream<Method> whatCallsOtherCodeDecidesOnAThreadThatMayBlock() {
        return Stream.of(OfOtherCode.class.getDeclaredMethods());
    }

    @ParameterizedTest
    @MethodSource
    void whatCallsOtherCodeDecidesOnAThreadThatMayBlock(Method method) {
        assertThat(decision(new OfOtherCode(), method)).isEqualTo(McpAccessDecision.hidden());
        assertThat(asked).singleElement().isNotSameAs(Thread.currentThread());
    }

    private McpAccessDecision decision(Object bean, Method method) {
        AuthorizationManager<MethodInvocation> nobody = (caller, invocation) -> {
            asked.add(Thread.currentThread());
            return new AuthorizationDecision(false);
        };
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        beans.addBean("preAuthorize", AuthorizationManagerBeforeMethodInterceptor.preAuthorize(nobody));
        MethodSecurity security = new MethodSecurity(
                new MethodAdvisors(beans.getBeanProvider(AuthorizationAdvisor.class), false, object -> false),
                true,
                SecurityContextHolder::getContextHolderStrategy);
        McpEntry entry = new McpEntry(McpInvocation.Kind.TOOL, "", McpToolDefinition.of(bean, method));
        return security.of(entry).get(0).rule().decide(entry, list()).block();
    }

    /** Returns the request of an authenticated caller for a list. */
    private static McpRequestContext list() {
        return (McpRequestContext) Proxy.newProxyInstance(
                McpRequestContext.class.getClassLoader(),
                new Class<?>[] {McpRequestContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "method" -> "tools/list";
                    case "principal" -> Optional.of(new TestingAuthenticationToken("ada", null, List.of()));
                    default -> Optional.empty();
                });
    }

    static class OfAuthentication {

        @PreAuthorize("hasRole('EDITOR')")
        void role() {}

        @PreAuthorize("hasAnyAuthority('#1', \"@home\") and (isAuthenticated() or not(permitAll()))")
        void authority() {}

        @PreAuthorize("hasRole ('it''s #2') && !(authentication.name == 'this')")
        void quotes() {}

        @PreAuthorize("permitAll")
        void property() {}
    }

    static class OfCall {

        @PreAuthorize("#owner == authentication.name")
        void name() {}

        @PreAuthorize("hasRole('A') or #a0 == 'x'")
        void index() {}

        @PreAuthorize("this.open")
        void bean() {}

        @PreAuthorize("hasPermission(#id, 'read')")
        void permission() {}

        @PreAuthorize("#this.open")
        void root() {}
    }

    static class OfOtherCode {

        @PreAuthorize("@permissions.open")
        void property() {}

        @PreAuthorize("hasRole('A') and @permissions.mayUse(authentication)")
        void method() {}

        @PreAuthorize("hasPermission('orders', 'read')")
        void permission() {}

        @PreAuthorize("T(com.acme.Permissions).open")
        void type() {}

        @PreAuthorize("new com.acme.Permissions().open")
        void constructor() {}

        @PreAuthorize("authentication.principal.load ()")
        void principal() {}

        @PreAuthorize("hasRole('A') and hasRoles('B').isOpen()")
        void result() {}
    }
}
