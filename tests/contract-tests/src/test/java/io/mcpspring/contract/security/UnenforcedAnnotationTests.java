package io.mcpspring.contract.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import jakarta.annotation.security.RolesAllowed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.PriorityOrdered;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.method.configuration.EnableReactiveMethodSecurity;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Mono;

/** An annotation of method security that nothing enforces stops the start. */
class UnenforcedAnnotationTests {

    private static final String REACTIVE = "@EnableReactiveMethodSecurity supports @PreAuthorize and its siblings on"
            + " methods that return a Publisher: return a Mono, or use @EnableMethodSecurity (with securedEnabled = true"
            + " for @Secured, and jsr250Enabled = true for @RolesAllowed and @DenyAll) in its place if no other bean"
            + " relies on it.";

    @Test
    void withoutASwitch() {
        assertRefused(
                WithoutSwitch.class,
                "Its annotation @PreAuthorize is not enforced.",
                "Add @EnableMethodSecurity (with securedEnabled = true for @Secured, and jsr250Enabled = true for"
                        + " @RolesAllowed and @DenyAll) to a configuration class, or remove the annotation.");
    }

    @Test
    @Tag("change")
    void ofAnotherKindThanTheSwitchEnables() {
        assertRefused(
                WithoutSecured.class,
                "Its annotation @Secured is not enforced.",
                "Add @EnableMethodSecurity (with securedEnabled = true for @Secured");
        assertRefused(ReactiveRoles.class, "Its annotation @RolesAllowed is not enforced.", REACTIVE);
    }

    @Test
    @Tag("change")
    void onABlockingMethodUnderTheReactiveSwitch() {
        assertRefused(ReactiveBlocking.class, "Its annotation @PreAuthorize is not enforced.", REACTIVE);
        assertRefused(ReactiveStage.class, "Its annotation @PreAuthorize is not enforced.", REACTIVE);
    }

    @Test
    @Tag("change")
    void onAMethodThatCompletesArguments() {
        assertRefused(Completing.class, "Its annotation @Secured is not enforced.", "Add @EnableMethodSecurity");
    }

    @Test
    @Tag("change")
    void onAClass() {
        assertRefused(OnClass.class, "Its annotation @PreAuthorize is not enforced.", "Add @EnableMethodSecurity");
    }

    @Test
    @Tag("change")
    void onAClassThatInheritsTheMethod() {
        assertRefused(
                OnSubclass.class,
                "The annotation @PreAuthorize of Inheriting is not enforced on it, because the class inherits the method.",
                "Annotate the method, or override it in the class.");
    }

    @Test
    void onAClassThatOverridesTheMethodItIsEnforced() {
        try (TestServer server = TestServer.start(OnOverridingSubclass.class)) {
            McpTestClient reader = server.client(ProtocolVersion.newest(), Users.path("ben", "READER"));
            McpTestClient editor = server.client(ProtocolVersion.newest(), Users.path("eve", "EDITOR"));
            assertThat(MethodSecurityTests.names(reader, "tools/list", "tools")).isEmpty();
            assertThat(reader.call("inherited").errorCode()).isEqualTo(-32602);
            assertThat(editor.call("inherited").contentText()).isEqualTo("overridden");
        }
    }

    @Test
    @Tag("change")
    void ofAnObjectThatIsNotABean() {
        assertHasNoProxy(PlainObject.class);
    }

    @Test
    void ofABeanThatAPostProcessorNeeds() {
        assertHasNoProxy(Early.class);
    }

    @ParameterizedTest
    @Tag("change")
    @ValueSource(
            classes = {
                EarlyReactive.class,
                EarlyConfiguration.class,
                EarlyOtherProxy.class,
                OtherProxyOfDefinition.class,
                RegisteredSingleton.class
            })
    void ofAnotherBeanWithoutItsProxy(Class<?> application) {
        assertHasNoProxy(application);
    }

    private static void assertHasNoProxy(Class<?> application) {
        assertRefused(
                application,
                "Its bean has no proxy that enforces its annotations, because it was created too early",
                "Let no BeanPostProcessor and no part of Spring Security depend on the bean: inject it there by an"
                        + " ObjectProvider, and declare @Bean methods of post-processors static. Define an entry by a bean"
                        + " of the container.");
    }

    private static void assertRefused(Class<?> application, String reason, String cure) {
        assertThatThrownBy(() -> TestServer.start(application).close())
                .isInstanceOf(McpMethodException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining(cure);
    }

    static class Blocking {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String edit() {
            return "done";
        }
    }

    static class Stage {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        CompletionStage<String> edit() {
            return CompletableFuture.completedFuture("done");
        }
    }

    static class WithSecured {

        @McpTool
        @Secured("ROLE_EDITOR")
        String edit() {
            return "done";
        }
    }

    static class WithRoles {

        @McpTool
        @RolesAllowed("EDITOR")
        Mono<String> edit() {
            return Mono.just("done");
        }
    }

    static class WithCompletion {

        @McpPrompt
        String review(String author) {
            return author;
        }

        @McpComplete(prompt = "review")
        @Secured("ROLE_EDITOR")
        List<String> author(String typed) {
            return List.of("ada");
        }
    }

    @PreAuthorize("hasRole('EDITOR')")
    static class Annotated {

        @McpTool
        String edit() {
            return "done";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Users.class, Blocking.class})
    static class WithoutSwitch {}

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, WithSecured.class})
    static class WithoutSecured {}

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, WithCompletion.class})
    static class Completing {}

    @Configuration(proxyBeanMethods = false)
    @EnableReactiveMethodSecurity
    @Import({Users.class, WithRoles.class})
    static class ReactiveRoles {}

    @Configuration(proxyBeanMethods = false)
    @EnableReactiveMethodSecurity
    @Import({Users.class, Blocking.class})
    static class ReactiveBlocking {}

    @Configuration(proxyBeanMethods = false)
    @EnableReactiveMethodSecurity
    @Import({Users.class, Stage.class})
    static class ReactiveStage {}

    @Configuration(proxyBeanMethods = false)
    @Import({Users.class, Annotated.class})
    static class OnClass {}

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import(Users.class)
    static class PlainObject {

        @Bean
        McpToolDefinition edit() {
            return McpToolDefinition.of(new Blocking(), ReflectionUtils.findMethod(Blocking.class, "edit"));
        }
    }

    /** Is created before the post-processor that creates proxies. */
    static class EarlyPostProcessor implements BeanPostProcessor, PriorityOrdered {

        @Override
        public int getOrder() {
            return 0;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Blocking.class})
    static class Early {

        @Bean
        static EarlyPostProcessor postProcessor(Blocking blocking) {
            return new EarlyPostProcessor();
        }
    }

    static class Reactive {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        Mono<String> edit() {
            return Mono.just("done");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableReactiveMethodSecurity
    @Import({Users.class, Reactive.class})
    static class EarlyReactive {

        @Bean
        static EarlyPostProcessor postProcessor(Reactive reactive) {
            return new EarlyPostProcessor();
        }
    }

    /** The post-processor needs the object of the configuration class, whose subclass by CGLIB is not a proxy. */
    @Configuration
    @EnableMethodSecurity
    @Import(Users.class)
    static class EarlyConfiguration {

        @Bean
        EarlyPostProcessor postProcessor() {
            return new EarlyPostProcessor();
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String edit() {
            return "done";
        }
    }

    private static Object otherProxy(Object target) {
        ProxyFactory factory = new ProxyFactory(target);
        factory.setProxyTargetClass(true);
        factory.addAdvice((MethodInterceptor) MethodInvocation::proceed);
        return factory.getProxy();
    }

    /** The bean has a proxy, but one that does not apply method security. */
    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import(Users.class)
    static class EarlyOtherProxy {

        @Bean
        static Blocking blocking() {
            return (Blocking) otherProxy(new Blocking());
        }

        @Bean
        static EarlyPostProcessor postProcessor(Blocking blocking) {
            return new EarlyPostProcessor();
        }
    }

    static class WithInheritedTool {

        @McpTool
        String inherited() {
            return "done";
        }
    }

    @PreAuthorize("hasRole('EDITOR')")
    static class Inheriting extends WithInheritedTool {}

    @PreAuthorize("hasRole('EDITOR')")
    static class Overriding extends WithInheritedTool {

        @McpTool
        @Override
        String inherited() {
            return "overridden";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Inheriting.class})
    static class OnSubclass {}

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Overriding.class})
    static class OnOverridingSubclass {}

    /** As {@link Blocking}, without the annotation by which it would be found. */
    static class Defined {

        @PreAuthorize("hasRole('EDITOR')")
        String edit() {
            return "done";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import(Users.class)
    static class OtherProxyOfDefinition {

        @Bean
        McpToolDefinition edit() {
            Object proxy = otherProxy(new Defined());
            return McpToolDefinition.of(proxy, ReflectionUtils.findMethod(Defined.class, "edit"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import(Users.class)
    static class RegisteredSingleton {

        @Bean
        static BeanFactoryPostProcessor singleton() {
            return beans -> beans.registerSingleton("blocking", new Blocking());
        }
    }
}
