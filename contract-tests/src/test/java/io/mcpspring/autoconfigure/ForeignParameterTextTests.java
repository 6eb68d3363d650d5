package io.mcpspring.autoconfigure;

import static io.mcpspring.autoconfigure.FailureTexts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import jakarta.servlet.http.HttpServletRequest;
import java.io.InputStream;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.core.MethodParameter;
import org.springframework.data.domain.Pageable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.method.annotation.AuthenticationPrincipalArgumentResolver;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/** The complete texts for parameters that another framework would fill. */
class ForeignParameterTextTests {

    private static final String PRINCIPAL = "@org.springframework.security.core.annotation.AuthenticationPrincipal";

    private static final String REMOVE =
            "Remove the annotation to make the parameter an argument that the client sends,"
                    + " or supply the value with an McpParameterResolver bean.";

    record Account(String name) {}

    @AuthenticationPrincipal
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @interface CurrentUser {}

    @Test
    void refusesAForeignParameterOfATool() {
        assertRefused(
                of(Tool.class),
                Tool.class,
                "order(String, Account)",
                "Parameter 2 (" + Account.class.getName() + ") has the annotation " + PRINCIPAL
                        + ", which is not supported.",
                REMOVE);
    }

    @Test
    void refusesAnAnnotationOfTheApplication() {
        assertRefused(
                of(Meta.class),
                Meta.class,
                "order(Account)",
                "Parameter 1 (" + Account.class.getName() + ") has the annotation @CurrentUser (" + PRINCIPAL
                        + "), which is not supported.",
                REMOVE);
    }

    @Test
    void refusesAForeignParameterOfAPrompt() {
        assertRefused(
                of(Prompt.class),
                Prompt.class,
                "order(String)",
                "Parameter 1 (java.lang.String) has the"
                        + " annotation @org.springframework.web.bind.annotation.RequestParam, which is not supported.",
                REMOVE);
    }

    @Test
    void refusesAForeignParameterOfAResource() {
        assertRefused(
                of(Resource.class),
                Resource.class,
                "order(String)",
                "Parameter 1 (java.lang.String) has the"
                        + " annotation @org.springframework.web.bind.annotation.CookieValue, which is not supported.",
                REMOVE);
    }

    @Test
    void refusesAForeignParameterOfACompletion() {
        assertRefused(
                of(Completion.class),
                Completion.class,
                "id(String)",
                "Parameter 1 (java.lang.String) has the" + " annotation " + PRINCIPAL + ", which is not supported.",
                REMOVE);
    }

    @Test
    void refusesAForeignParameterOfADefinition() {
        McpToolDefinition definition = McpToolDefinition.of(
                new Tool(), ReflectionUtils.findMethod(Tool.class, "order", String.class, Account.class));
        assertRefused(
                application().withBean(McpToolDefinition.class, () -> definition),
                Tool.class,
                "order(String, Account)",
                "Parameter 2 (" + Account.class.getName() + ") has the annotation " + PRINCIPAL
                        + ", which is not supported.",
                REMOVE);
    }

    @Test
    void refusesTypesOfServlets() {
        Runners.servlet().withBean(OfServlets.class).run(context -> {
            FailureAnalysis analysis = FailureTexts.of(context);
            assertThat(analysis.getDescription())
                    .contains("'order(HttpServletRequest)'")
                    .endsWith("Parameter 1 (jakarta.servlet.http.HttpServletRequest) cannot be an argument: the client"
                            + " cannot supply a jakarta.servlet.http.HttpServletRequest.");
            assertThat(analysis.getAction())
                    .isEqualTo("Take HttpHeaders, parameters with @RequestHeader, a Principal, a Locale or a"
                            + " ServerWebExchange instead: a call may outlive its servlet request.");
        });
    }

    static class OfServlets {

        @McpTool
        void order(HttpServletRequest request) {}
    }

    @Test
    void refusesAForeignAnnotationOnADeclaredArgument() {
        String reason = "Parameter 1 (java.lang.String) is declared as an argument and also has the annotation %s.";
        assertRefused(
                of(Both.class),
                Both.class,
                "order(String)",
                reason.formatted(PRINCIPAL),
                "Remove one of the two annotations.");
        assertRefused(
                of(Header.class),
                Header.class,
                "order(String)",
                reason.formatted("@org.springframework.web.bind.annotation.RequestHeader"),
                "Remove one of the two annotations.");
        assertRefused(
                of(PromptBoth.class),
                PromptBoth.class,
                "order(String)",
                reason.formatted(PRINCIPAL),
                "Remove one of the two annotations.");
    }

    @Test
    void refusesTypesOfTheInfrastructure() {
        assertRefused(
                of(OfSecurity.class),
                OfSecurity.class,
                "order(List)",
                "Parameter 1 (java.util.List) cannot be an" + " argument: the client cannot supply a "
                        + User.class.getName() + ".",
                "Take a java.security.Principal or a subtype of it instead, or supply the value with an"
                        + " McpParameterResolver bean.");
        assertRefused(
                of(OfHttp.class),
                OfHttp.class,
                "order(ServerHttpRequest)",
                "Parameter 1 ("
                        + ServerHttpRequest.class.getName() + ") cannot be an argument: the client cannot supply a "
                        + ServerHttpRequest.class.getName() + ".",
                "Take HttpHeaders, parameters with @RequestHeader or a ServerWebExchange instead, or supply the value"
                        + " with an McpParameterResolver bean.");
        assertRefused(
                of(OfPages.class),
                OfPages.class,
                "list(Pageable)",
                "Parameter 1 (" + Pageable.class.getName() + ") cannot be an argument: the client cannot supply a "
                        + Pageable.class.getName() + ".",
                "Take 'int page' and 'int size' instead, and create it with PageRequest.of(page, size).");
        assertRefused(
                of(OfStreams.class),
                OfStreams.class,
                "order(InputStream)",
                "Parameter 1 (java.io.InputStream)"
                        + " cannot be an argument: the client cannot supply a java.io.InputStream.",
                "Take a String, a byte[] or a List instead.");
    }

    @Test
    void acceptsAParameterThatAResolverFills() {
        of(Tool.class).withBean(McpParameterResolver.class, Accounts::new).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(McpTools.class).list())
                    .singleElement()
                    .satisfies(tool -> assertThat(
                                    tool.inputSchema().get("properties").propertyNames())
                            .containsExactly("item"));
        });
    }

    private static ReactiveWebApplicationContextRunner of(Class<?> beans) {
        return application().withBean(beans);
    }

    /** An application without Spring Security for the web, which supplies the annotated parameters. */
    private static ReactiveWebApplicationContextRunner application() {
        return Runners.reactive()
                .withClassLoader(new FilteredClassLoader(AuthenticationPrincipalArgumentResolver.class));
    }

    static class Accounts implements McpParameterResolver {

        @Override
        public boolean supports(MethodParameter parameter) {
            return parameter.hasParameterAnnotation(AuthenticationPrincipal.class);
        }

        @Override
        public Object resolve(MethodParameter parameter, McpExchange exchange) {
            return new Account("ada");
        }
    }

    static class Tool {

        @McpTool
        public void order(String item, @AuthenticationPrincipal Account account) {}
    }

    static class Meta {

        @McpTool
        void order(@CurrentUser Account account) {}
    }

    static class Prompt {

        @McpPrompt
        String order(@RequestParam String id) {
            return id;
        }
    }

    static class Resource {

        @McpResource(uri = "order://{id}")
        String order(@CookieValue String id) {
            return id;
        }
    }

    static class Completion {

        @McpPrompt
        String order(String id) {
            return id;
        }

        @McpComplete(prompt = "order")
        List<String> id(@AuthenticationPrincipal String typed) {
            return List.of(typed);
        }
    }

    static class Both {

        @McpTool
        void order(@McpToolParam @AuthenticationPrincipal String user) {}
    }

    static class Header {

        @McpTool
        void order(@McpToolParam @RequestHeader String user) {}
    }

    static class PromptBoth {

        @McpPrompt
        String order(@McpPromptParam @AuthenticationPrincipal String user) {
            return user;
        }
    }

    static class OfSecurity {

        @McpTool
        void order(List<User> users) {}
    }

    static class OfHttp {

        @McpTool
        void order(ServerHttpRequest request) {}
    }

    static class OfPages {

        @McpTool
        void list(Pageable page) {}
    }

    static class OfStreams {

        @McpTool
        void order(InputStream content) {}
    }
}
