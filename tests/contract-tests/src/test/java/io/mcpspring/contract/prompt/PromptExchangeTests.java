package io.mcpspring.contract.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpMeta;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.web.bind.annotation.RequestHeader;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The injected parameters of prompts, and their notifications and questions. */
class PromptExchangeTests {

    record Name(String name) {}

    record Greeting(String text) {}

    record Shift(String name) {}

    @McpPrompt(description = "Composed")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Ready {

        @AliasFor(annotation = McpPrompt.class)
        String title();
    }

    @McpPromptParam(description = "The composed one")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Described {}

    interface Declared {

        @McpPrompt
        String declared(@McpPromptParam(name = "to") String customer);
    }

    static class Cancelled {

        final Semaphore interruptions = new Semaphore(0);

        @McpPrompt
        String hanging(McpExchange exchange) {
            exchange.progress(1);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ex) {
                interruptions.release();
            }
            return "never";
        }
    }

    static class Proxied implements Declared {

        @Override
        public String declared(String customer) {
            return customer;
        }

        @Ready(title = "Ready")
        public String ready(@Described String what) {
            return what;
        }
    }

    static class Prompts {

        @Bean
        static Proxied proxied() {
            ProxyFactory proxy = new ProxyFactory(new Proxied());
            proxy.setProxyTargetClass(true);
            proxy.addAdvice((MethodInterceptor) call -> call.proceed() + " through the proxy");
            return (Proxied) proxy.getProxy();
        }

        @Bean
        static Cancelled cancelled() {
            return new Cancelled();
        }

        @Bean
        static Greeting greeting() {
            return new Greeting("Hello");
        }

        @Bean
        static McpParameterResolver shifts() {
            return new McpParameterResolver() {

                @Override
                public boolean supports(MethodParameter parameter) {
                    return parameter.getParameterType() == Shift.class;
                }

                @Override
                public Object resolve(MethodParameter parameter, McpExchange exchange) {
                    return new Shift("night");
                }
            };
        }

        @McpPrompt
        String injected(
                McpExchange exchange,
                ReactiveMcpExchange reactive,
                Optional<Principal> user,
                @Nullable Principal sameUser,
                Implementation client,
                McpMeta meta,
                @RequestHeader("X-Tenant") String tenant,
                @RequestHeader Map<String, String> headers,
                @Autowired Greeting greeting,
                @Value("${spring.application.name}") String application,
                Shift shift,
                String argument) {
            return "%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s"
                    .formatted(
                            exchange.protocolVersion(),
                            reactive.protocolVersion(),
                            user,
                            sameUser,
                            client.name(),
                            tenant,
                            headers.containsKey("X-Tenant"),
                            greeting.text(),
                            application,
                            shift.name(),
                            argument);
        }

        @McpPrompt
        String annotated(@McpPromptParam(name = "locale") Locale locale) {
            return locale.getLanguage();
        }

        @McpPrompt
        String user(Principal user) {
            return user.getName();
        }

        @McpPrompt
        String blocking(McpExchange exchange) {
            return greeting(exchange.elicit("Who are you?", Name.class));
        }

        @McpPrompt
        Mono<String> mono(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who are you?", Name.class).map(Prompts::greeting);
        }

        @McpPrompt
        Object explicit(McpExchange exchange) {
            Question<ElicitResult<Name>> question = Question.elicit("who", "Who are you?", Name.class);
            return exchange.answer(question).<Object>map(Prompts::greeting).orElseGet(() -> InputRequired.of(question));
        }

        @Bean
        static McpPromptDefinition function() {
            return McpPromptDefinition.named("function")
                    .get((arguments, exchange) -> greeting(exchange.elicit("Who are you?", Name.class)))
                    .build();
        }

        @McpPrompt
        String swallowing(McpExchange exchange) {
            try {
                return greeting(exchange.elicit("Who are you?", Name.class));
            } catch (Throwable ignored) {
                throw new IllegalStateException("swallowed");
            }
        }

        @McpPrompt
        Flux<String> steps() {
            return Flux.just("a", "b");
        }

        @McpPrompt
        String progress(McpExchange exchange) {
            exchange.progress(1, 2.0, "half");
            return "done";
        }

        @McpPrompt
        String completed(String city) {
            return city;
        }

        @McpComplete(prompt = "completed")
        List<String> city(String typed, McpExchange exchange) {
            return List.of(greeting(exchange.elicit("Who are you?", Name.class)));
        }

        static String greeting(ElicitResult<Name> answer) {
            return "Hello " + answer.accepted().map(Name::name).orElse("nobody");
        }
    }

    /** Supports a parameter that it must not supply. */
    static class Greedy {

        @Bean
        static McpParameterResolver everything() {
            return new McpParameterResolver() {

                @Override
                public boolean supports(MethodParameter parameter) {
                    return !parameter.getParameterType().isInstance("");
                }

                @Override
                public @Nullable Object resolve(MethodParameter parameter, McpExchange exchange) {
                    return null;
                }
            };
        }

        @Bean
        static McpPromptDefinition function() {
            return McpPromptDefinition.named("function")
                    .argument("a", null, false)
                    .get((arguments, exchange) -> arguments + "" + exchange.protocolVersion())
                    .build();
        }
    }

    private static final TestServer SERVER = TestServer.shared(Prompts.class);

    private static String text(JsonNode response) {
        return response.at("/result/messages/0/content/text").asString(response.toString());
    }

    private static Answer get(McpTestClient client, String prompt) {
        return client.request("prompts/get", "{\"name\": \"" + prompt + "\"}");
    }

    @EveryRevision
    void aPromptGetsTheSameInjectedParametersAsATool(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        ObjectNode params = (ObjectNode) JsonMapper.shared().readTree("""
                {"name": "injected", "arguments": {"argument": "own"}, "_meta": {
                 "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"}}}""");
        String body = client.body("prompts/get", params);
        Map<String, String> headers = client.headers("prompts/get", params);
        headers.put("X-Tenant", "acme");
        assertThat(text(client.post(body, headers).json()))
                .isEqualTo(version + "|" + version + "|Optional.empty|null|test|acme|true|Hello|test-server|night|own");
        assertThat(client.request("prompts/list", "{}").result().get("prompts"))
                .filteredOn(prompt -> prompt.get("name").stringValue().equals("injected"))
                .singleElement()
                .satisfies(prompt -> assertThat(prompt.get("arguments"))
                        .singleElement()
                        .satisfies(argument ->
                                assertThat(argument.get("name").stringValue()).isEqualTo("argument")));
    }

    @EveryRevision
    void aPromptIsFoundAndCalledLikeATool(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(text(client.request("prompts/get", "{\"name\": \"declared\", \"arguments\": {\"to\": \"Ada\"}}")
                        .json()))
                .isEqualTo("Ada through the proxy");
        assertThat(text(client.request("prompts/get", "{\"name\": \"ready\", \"arguments\": {\"what\": \"it\"}}")
                        .json()))
                .isEqualTo("it through the proxy");
        assertThat(client.request("prompts/list", "{}").result().get("prompts"))
                .filteredOn(prompt -> prompt.get("name").stringValue().equals("ready"))
                .singleElement()
                .satisfies(prompt -> {
                    assertThat(prompt.get("description").stringValue()).isEqualTo("Composed");
                    assertThat(prompt.path("title").stringValue("none"))
                            .isEqualTo(version.isAtLeast(ProtocolVersion.V2025_06_18) ? "Ready" : "none");
                    assertThat(prompt.at("/arguments/0/description").stringValue())
                            .isEqualTo("The composed one");
                });
    }

    @EveryRevision
    void aCancelledPromptIsInterrupted(ProtocolVersion version) throws InterruptedException {
        McpTestClient client = SERVER.client(version);
        try (EventStream stream =
                client.stream("prompts/get", "{\"name\": \"hanging\", \"_meta\": {\"progressToken\": \"p\"}}")) {
            stream.nextMessage();
            if (!version.isModern()) {
                client.notify("notifications/cancelled", "{\"requestId\": " + client.lastId() + "}");
            }
        }
        assertThat(SERVER.context().getBean(Cancelled.class).interruptions.tryAcquire(30, TimeUnit.SECONDS))
                .isTrue();
    }

    @EveryRevision
    void anAnnotatedParameterOfAnyTypeIsAnArgument(ProtocolVersion version) {
        assertThat(text(SERVER.client(version)
                        .request("prompts/get", "{\"name\": \"annotated\", \"arguments\": {\"locale\": \"fr\"}}")
                        .json()))
                .isEqualTo("fr");
    }

    @EveryRevision
    void aMissingValueIsAnErrorThatNamesIt(ProtocolVersion version) {
        JsonNode error = get(SERVER.client(version), "user").error();
        assertThat(error.get("code").intValue()).isEqualTo(-32602);
        assertThat(error.get("message").stringValue()).isEqualTo("The request has no authenticated user");
    }

    static Stream<Arguments> asking() {
        return Revisions.every().stream()
                .filter(version -> version.isAtLeast(ProtocolVersion.V2025_06_18))
                .flatMap(version -> Stream.of("blocking", "mono", "explicit", "function")
                        .map(prompt -> Arguments.of(version, prompt)));
    }

    @ParameterizedTest
    @MethodSource("asking")
    void aPromptAsksInEveryRevision(ProtocolVersion version, String prompt) {
        try (RecordedLog log = new RecordedLog()) {
            McpTestClient client = SERVER.clientWith(version, Dialogue.EVERYTHING);
            String answer = "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}";
            if (version.isModern()) {
                JsonNode asked = get(client, prompt).result();
                assertThat(asked.get("resultType").stringValue()).isEqualTo("input_required");
                ObjectNode again = JsonMapper.shared().createObjectNode().put("name", prompt);
                again.set("requestState", asked.get("requestState"));
                asked.get("inputRequests").forEachEntry((key, question) -> {
                    assertThat(question.at("/params/message").stringValue()).isEqualTo("Who are you?");
                    again.withObject("inputResponses")
                            .set(key, JsonMapper.shared().readTree(answer));
                });
                JsonNode response = client.request("prompts/get", again).json();
                assertThat(response.at("/result/resultType").stringValue()).isEqualTo("complete");
                assertThat(text(response)).isEqualTo("Hello Ada");
            } else {
                try (EventStream stream = client.stream("prompts/get", "{\"name\": \"" + prompt + "\"}")) {
                    client.respond(stream.nextMessage(), answer);
                    assertThat(text(stream.nextMessage())).isEqualTo("Hello Ada");
                }
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    @ModernRevisions
    void aQuestionIsAskedEvenIfThePromptCatchesTheError(ProtocolVersion version) {
        try (RecordedLog log = new RecordedLog()) {
            assertThat(get(SERVER.clientWith(version, Dialogue.EVERYTHING), "swallowing")
                            .result()
                            .get("resultType")
                            .stringValue())
                    .isEqualTo("input_required");
            assertThat(log.worries()).isEmpty();
        }
    }

    @EveryRevision
    void aClientThatCannotBeAskedGetsAnError(ProtocolVersion version) {
        JsonNode error = get(SERVER.client(version), "blocking").error();
        assertThat(error.get("code").intValue()).isEqualTo(version.isModern() ? -32021 : -32603);
        assertThat(error.get("message").stringValue()).contains("elicitation");
    }

    @EveryRevision
    void progressComesBeforeTheMessages(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        Answer answer =
                client.request("prompts/get", "{\"name\": \"progress\", \"_meta\": {\"progressToken\": \"p\"}}");
        assertThat(answer.notifications("notifications/progress"))
                .singleElement()
                .satisfies(progress ->
                        assertThat(progress.at("/params/total").intValue()).isEqualTo(2));
        assertThat(text(answer.json())).isEqualTo("done");
        assertThat(client.request("prompts/get", "{\"name\": \"steps\", \"_meta\": {\"progressToken\": \"p\"}}")
                        .notifications("notifications/progress"))
                .isNotEmpty();
    }

    @EveryRevision
    void aCompletionCannotEndWithAQuestion(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        Answer answer = client.request("completion/complete", """
                {"ref": {"type": "ref/prompt", "name": "completed"}, "argument": {"name": "city", "value": ""}}""");
        assertThat(answer.errorCode()).isIn(-32603, -32021);
    }

    @ModernRevisions
    void aCompletionCannotAskInModernRevisions(ProtocolVersion version) {
        Answer answer = SERVER.clientWith(version, Dialogue.EVERYTHING).request("completion/complete", """
                {"ref": {"type": "ref/prompt", "name": "completed"}, "argument": {"name": "city", "value": ""}}""");
        assertThat(answer.errorCode()).isEqualTo(-32603);
    }

    @EveryRevision
    @Tag("change")
    void resolversDoNotSupplyTheParametersOfAFunction(ProtocolVersion version) {
        TestServer greedy = TestServer.shared(Greedy.class);
        assertThat(text(greedy.client(version)
                        .request("prompts/get", "{\"name\": \"function\", \"arguments\": {\"a\": \"1\"}}")
                        .json()))
                .isEqualTo("{a=1}" + version);
    }
}
