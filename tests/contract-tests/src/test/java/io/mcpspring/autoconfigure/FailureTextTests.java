package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import jakarta.validation.constraints.Future;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.data.domain.PageRequest;
import org.springframework.web.server.ServerWebExchange;

/**
 * A refused method stops the application with a text, one application for each feature. The tests of the library's
 * factories have all texts.
 */
class FailureTextTests {

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void theTextIsPrintedBySpringBoot(CapturedOutput output) {
        assertThatException().isThrownBy(() -> TestServer.start(PrivateMethod.class));
        assertThat(output.getAll().replace("\r\n", "\n")).contains("""
                ***************************
                APPLICATION FAILED TO START
                ***************************

                Description:

                Method 'find(String)' of bean class 'io.mcpspring.autoconfigure.FailureTextTests$PrivateMethod' \
                cannot be offered to MCP clients.

                It is private, so calls would bypass the bean's proxy.

                Action:

                Make the method public, protected or package-private.
                """);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            Tool       | find()         | Its tool name 'find order' is not 1 to 128 characters of A-Z a-z 0-9 _ - and dot. | Give another name with @McpTool(name = "...").
            Prompt     | find()         | It returns int, which cannot become messages. | Return text, Content, PromptMessage, a list of these, or a GetPromptResult.
            Resource   | find()         | Its address 'guide' cannot be served: it does not begin with a scheme, as in docs://guide. | Write a URI such as docs://guide, or a template such as docs://{chapter}/{+page}{?version}, with something between the variables and those of a query at the end.
            Completion | to()           | It completes argument 'to' of prompt 'none', which does not exist. | Name a prompt and one of its arguments, or a template exactly as it is declared and one of its variables.
            Injection  | find(Runnable) | There is no bean for parameter 1 (java.lang.Runnable). | Define the bean, or declare the parameter as @Nullable, Optional or ObjectProvider.
            Foreign    | find(PageRequest) | Parameter 1 (org.springframework.data.domain.PageRequest) cannot be an argument: the client cannot supply a org.springframework.data.domain.PageRequest. | Take a Pageable instead.
            Constraint | find(Instant)  | @Future needs a validator, but there is none. | Add spring-boot-starter-validation, or remove the constraint.
            """)
    void aRefusedMethodStopsTheApplication(String feature, String method, String reason, String action)
            throws Exception {
        Class<?> beanClass = Class.forName(FailureTextTests.class.getName() + "$" + feature);
        Runners.reactive()
                .withPropertyValues("test.name=find order")
                .withBean(beanClass)
                .run(context -> assertText(FailureTexts.of(context), beanClass, method, reason, action));
    }

    @Test
    void aMethodForWebFluxStopsASpringMvcApplicationAndNamesTheCure() {
        Runners.servlet()
                .withBean(ForWebFlux.class)
                .run(
                        context -> assertText(
                                FailureTexts.of(context),
                                ForWebFlux.class,
                                "find(ServerWebExchange)",
                                "Parameter 1 (org.springframework.web.server.ServerWebExchange) cannot be an argument: the"
                                        + " client cannot supply a org.springframework.web.server.ServerWebExchange.",
                                "Take HttpHeaders, parameters with @RequestHeader, a Principal or a Locale (in Spring MVC also an"
                                        + " HttpServletRequest) instead, or supply the value with an McpParameterResolver bean."));
        Runners.reactive()
                .withBean(ForWebFlux.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void oneFailedStartNamesAllMistakesOfAllFeatures() {
        Runners.reactive()
                .withPropertyValues("test.name=find order")
                .withBean(PrivateMethod.class)
                .withBean(Tool.class)
                .withBean(Prompt.class)
                .withBean(Resource.class)
                .withBean(Completion.class)
                .withBean(Injection.class)
                .withBean(Foreign.class)
                .withBean(Constraint.class)
                .withBean(TwoParameters.class)
                .withBean(Twins.class)
                .run(context -> {
                    FailureAnalysis analysis = FailureTexts.of(context);
                    assertThat(analysis.getDescription()).startsWith("1. Method 'find(String)' of bean class ");
                    for (String reason : REASONS) {
                        assertThat(analysis.getDescription()).containsOnlyOnce("   " + reason);
                    }
                    assertThat(analysis.getAction())
                            .contains("1. Make the method public", "11. Name a prompt and one of its arguments")
                            .doesNotContain("12. ");
                });
    }

    private static final String[] REASONS = {
        "It is private, so calls would bypass the bean's proxy.",
        "Its tool name 'find order' is not",
        "It returns int, which cannot become messages.",
        "Its address 'guide' cannot be served",
        "It completes argument 'to' of prompt 'none', which does not exist.",
        "There is no bean for parameter 1 (java.lang.Runnable).",
        "Parameter 1 (org.springframework.data.domain.PageRequest) cannot be an argument",
        "@Future needs a validator, but there is none.",
        "Parameter 2 (org.springframework.data.domain.PageRequest) cannot be an argument",
        "There is no bean for parameter 1 (java.lang.Thread).",
        "There is another tool 'twin'",
    };

    @Test
    void aRefusedDefinitionStopsTheApplication() {
        McpToolDefinition definition = McpToolDefinition.named("find order")
                .call((arguments, exchange) -> "found")
                .build();
        Runners.reactive()
                .withBean(McpToolDefinition.class, () -> definition)
                .run(context -> assertThat(FailureTexts.of(context).getDescription())
                        .startsWith("Method 'call(McpArguments, McpExchange)' of bean class '"
                                + FailureTextTests.class.getName() + "' cannot be offered to MCP clients.")
                        .contains("'find order'"));
    }

    private static void assertText(
            FailureAnalysis analysis, Class<?> beanClass, String method, String reason, String action) {
        assertThat(analysis.getDescription())
                .isEqualToNormalizingNewlines("""
                        Method '%s' of bean class '%s' cannot be offered to MCP clients.

                        %s""".formatted(method, beanClass.getName(), reason));
        assertThat(analysis.getAction()).isEqualTo(action);
    }

    @Test
    void acceptsEveryConstraintWithAValidator() {
        Runners.reactive()
                .withBean(Constraint.class)
                .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed());
    }

    static class PrivateMethod {

        @McpTool
        private void find(String id) {}
    }

    static class Tool {

        @McpTool(name = "${test.name}")
        void find() {}
    }

    static class Prompt {

        @McpPrompt
        int find() {
            return 1;
        }
    }

    static class Resource {

        @McpResource(uri = "guide")
        String find() {
            return "";
        }
    }

    static class Completion {

        @McpComplete(prompt = "none")
        String to() {
            return "";
        }
    }

    static class TwoParameters {

        @McpTool
        void search(@Autowired Thread task, PageRequest page) {}
    }

    static class Twins {

        @McpTool(name = "twin")
        void first() {}

        @McpTool(name = "twin")
        void second() {}
    }

    static class Injection {

        @McpTool
        void find(@Autowired Runnable task) {}
    }

    static class Foreign {

        @McpTool
        void find(PageRequest page) {}
    }

    static class ForWebFlux {

        @McpTool
        String find(ServerWebExchange exchange) {
            return exchange.getRequest().getId();
        }
    }

    static class Constraint {

        @McpTool
        void find(@Future Instant at) {}
    }
}
