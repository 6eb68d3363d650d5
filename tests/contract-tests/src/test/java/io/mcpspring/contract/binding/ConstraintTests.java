package io.mcpspring.contract.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.validation.annotation.Validated;
import reactor.core.publisher.Mono;

/** Constraints of the arguments of prompts and of the variables of resources are enforced. */
class ConstraintTests {

    private static final String BACKTRACKING = "a".repeat(60) + "!";

    private final TestServer server = TestServer.shared(Application.class);

    @EveryRevision
    void argumentsOfPromptsAreChecked(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(get(client, "letter", "\"to\": \"Ada\", \"pages\": \"3\"").text())
                .contains("3 pages to Ada");
        assertInvalid(
                get(client, "letter", "\"to\": \"A\", \"pages\": \"12\""),
                "letter",
                "pages: must be less than or equal to 9, got 12",
                "to: size must be between 2 and 20, got \"A\"");
        assertThat(get(client, "reactive", "\"to\": \"Ada\"").text()).contains("to Ada");
        assertInvalid(
                get(client, "reactive", "\"to\": \"A\""), "reactive", "to: size must be between 2 and 20, got \"A\"");
    }

    @EveryRevision
    void theProxyOfAValidatedBeanIsAnsweredLikewise(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(get(client, "validated", "\"to\": \"Ada\"").text()).contains("to Ada");
        assertInvalid(
                get(client, "validated", "\"to\": \"A\""), "validated", "to: size must be between 2 and 20, got \"A\"");
    }

    @EveryRevision
    void aPatternEndsAfterALimitedNumberOfSteps(ProtocolVersion version) {
        assertThat(get(server.client(version), "pattern", "\"text\": \"" + BACKTRACKING + "\"")
                        .errorCode())
                .isEqualTo(-32602);
    }

    @EveryRevision
    void aVariableThatViolatesAConstraintMeansThatThereIsNoSuchResource(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        int notFound =
                client.request("resources/read", "{\"uri\": \"unknown://1\"}").errorCode();
        assertThat(read(client, "orders://7").text()).contains("order 7");
        assertThat(read(client, "items://7").text()).contains("item 7");
        for (String kind : List.of("orders", "items")) {
            Answer refused = read(client, kind + "://-7");
            assertThat(refused.errorCode()).isEqualTo(notFound);
            assertThat(refused.error().get("message").stringValue())
                    .isEqualTo("No such resource: id: must be greater than 0, got -7");
            assertThat(refused.error().at("/data/uri").stringValue()).isEqualTo(kind + "://-7");
        }
    }

    @EveryRevision
    void theMethodsOfARepositoryAreCheckedAlthoughItsTargetDoesNotHaveThem(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(client.call("findByDay", "{\"day\": \"2000-01-31\"}").contentText())
                .isEqualTo("found");
        assertThat(client.call("findByDay", "{\"day\": \"9999-01-31\"}").text()).contains("day: must be a past date");
    }

    @Test
    void constraintsWithoutAValidatorStopTheStart() {
        for (Class<?> bean : List.of(Prompts.class, Resources.class)) {
            assertThatThrownBy(() -> TestServer.start(
                                    bean,
                                    "spring.autoconfigure.exclude=org.springframework.boot.validation.autoconfigure"
                                            + ".ValidationAutoConfiguration")
                            .close())
                    .isInstanceOf(McpMethodException.class)
                    .hasMessageContaining("needs a validator, but there is none.")
                    .hasMessageContaining("Add spring-boot-starter-validation, or remove the constraint.");
        }
    }

    private static Answer get(McpTestClient client, String prompt, String arguments) {
        return client.request("prompts/get", "{\"name\": \"%s\", \"arguments\": {%s}}".formatted(prompt, arguments));
    }

    private static Answer read(McpTestClient client, String uri) {
        return client.request("resources/read", "{\"uri\": \"" + uri + "\"}");
    }

    private static void assertInvalid(Answer refused, String prompt, String... problems) {
        assertThat(refused.errorCode()).isEqualTo(-32602);
        assertThat(refused.error().get("message").stringValue())
                .isEqualTo("Invalid arguments for prompt '" + prompt + "':\n" + String.join("\n", problems));
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Prompts.class, ValidatedPrompts.class, Resources.class})
    static class Application {

        @Bean
        Repositories repository() {
            return new Repositories();
        }
    }

    /** Creates a repository as Spring Data does. */
    static class Repositories implements FactoryBean<Repository> {

        @Override
        public Repository getObject() {
            ProxyFactory proxies = new ProxyFactory(new Object());
            proxies.addInterface(Repository.class);
            proxies.addAdvice((MethodInterceptor) invocation -> "found");
            return (Repository) proxies.getProxy(Repository.class.getClassLoader());
        }

        @Override
        public Class<?> getObjectType() {
            return Repository.class;
        }
    }

    interface Repository {

        @McpTool
        String findByDay(@Past LocalDate day);
    }

    static class Prompts {

        @McpPrompt
        String letter(
                @McpPromptParam(name = "to") @Size(min = 2, max = 20) String recipient,
                @Max(9) @Nullable Integer pages) {
            return pages + " pages to " + recipient;
        }

        @McpPrompt
        Mono<String> reactive(@Size(min = 2, max = 20) String to) {
            return Mono.just("to " + to);
        }

        @McpPrompt
        String pattern(@Pattern(regexp = "(a+)+") String text) {
            return text;
        }
    }

    @Validated
    static class ValidatedPrompts {

        @McpPrompt
        String validated(@Size(min = 2, max = 20) String to) {
            return "to " + to;
        }
    }

    static class Resources {

        @McpResource(uri = "orders://{id}")
        String order(@Positive int id) {
            return "order " + id;
        }

        @McpResource(uri = "items://{id}")
        Mono<String> item(@Positive long id) {
            return Mono.just("item " + id);
        }
    }
}
