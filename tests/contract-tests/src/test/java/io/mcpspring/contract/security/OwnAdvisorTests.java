package io.mcpspring.contract.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTester;
import java.lang.reflect.Method;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.Pointcuts;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.method.AuthorizationManagerBeforeMethodInterceptor;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;

/** An advisor of the application with a pointcut of its own decides about calls, and is not asked without one. */
class OwnAdvisorTests {

    private final TestServer server = TestServer.shared(Application.class);

    @EveryRevision
    void theAdvisorDecidesByTheArgumentsOfTheCall(ProtocolVersion version) {
        McpTester client = server.tester(version, Users.path("ada"));
        assertThat(client.tools()).extracting(Tool::name).containsExactly("read");
        client.call("read").argument("owner", "ada").execute().text().isEqualTo("Data of ada");
        String unknown = client.call("nothing")
                .argument("owner", "bob")
                .execute()
                .rejected(-32602)
                .actual();
        client.call("read")
                .argument("owner", "bob")
                .execute()
                .rejected(-32602)
                .isEqualTo(unknown.replace("nothing", "read"));
    }

    @EveryRevision
    void theAdvisorDecidesAboutAResourceWhenItIsRead(ProtocolVersion version) {
        McpTestClient client = server.client(version, Users.path("ada"));
        assertThat(MethodSecurityTests.names(client, "resources/templates/list", "resourceTemplates"))
                .containsExactly("data");
        assertThat(client.request("resources/read", "{\"uri\": \"data://ada\"}").text())
                .contains("Data of ada");
        client.request("resources/read", "{\"uri\": \"data://bob\"}").error();
    }

    @LegacyRevisions
    void subscriptionsAreRefusedBecauseNothingAsksTheAdvisor(ProtocolVersion version) {
        McpTestClient client = server.client(version, Users.path("ada"));
        for (String owner : List.of("ada", "bob")) {
            client.request("resources/subscribe", "{\"uri\": \"data://" + owner + "\"}")
                    .error();
        }
    }

    @ModernRevisions
    void listeningToAResourceIsRefusedBecauseNothingAsksTheAdvisor(ProtocolVersion version) {
        McpTestClient client = server.client(version, Users.path("ada"));
        assertThat(MethodSecurityTests.honoured(client, "resourceSubscriptions", "data://bob"))
                .hasToString("{}");
    }

    /** Its decision about the annotation of this resource is not known before it is called. */
    @LegacyRevisions
    @Tag("change")
    void subscriptionsAreRefusedIfAnAdvisorDecidesByAnAnnotationThatUsuallyFilters(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(ByAnnotations.class).client(version, Users.path("ada"));
        client.request("resources/subscribe", "{\"uri\": \"list://all\"}").error();
        client.request("resources/subscribe", "{\"uri\": \"list://open\"}").result();
    }

    @Test
    void operatorsSeeTheClassOfTheAdvisor() {
        assertThat(server.context().getBean(McpServer.class).parts().features().entries())
                .filteredOn(entry -> entry.name().equals("data://{owner}"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.rules())
                        .containsExactly(AuthorizationManagerBeforeMethodInterceptor.class.getName()));
    }

    static class Entries {

        @McpResource(uri = "data://{owner}")
        String data(String owner) {
            return "Data of " + owner;
        }

        @McpTool
        String read(String owner) {
            return "Data of " + owner;
        }
    }

    private static final class EveryMethod extends StaticMethodMatcherPointcut {

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return targetClass == Entries.class;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Entries.class})
    static class Application {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static AuthorizationManagerBeforeMethodInterceptor owners() {
            AuthorizationManager<MethodInvocation> owner = (caller, invocation) -> new AuthorizationDecision(
                    invocation.getArguments()[0].equals(caller.get().getName()));
            return new AuthorizationManagerBeforeMethodInterceptor(new EveryMethod(), owner);
        }
    }

    static class Lists {

        @McpResource(uri = "list://all")
        @PostFilter("true")
        List<String> all() {
            return List.of("all");
        }

        @McpResource(uri = "list://open")
        List<String> open() {
            return List.of("open");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Lists.class})
    static class ByAnnotations {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static AuthorizationManagerBeforeMethodInterceptor ofAnnotations() {
            AuthorizationManager<MethodInvocation> everybody = (caller, invocation) -> new AuthorizationDecision(true);
            return new AuthorizationManagerBeforeMethodInterceptor(
                    Pointcuts.union(
                            AnnotationMatchingPointcut.forMethodAnnotation(PreAuthorize.class),
                            AnnotationMatchingPointcut.forMethodAnnotation(PostFilter.class)),
                    everybody);
        }
    }
}
