package io.mcpspring.contract.asking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTestRequest;
import io.mcpspring.test.McpToolResponse;
import io.mcpspring.tool.McpToolDefinition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** A tool of every style can ask the user, and each era sends the question in its own form. */
class AskingStylesTests {

    record Name(String name) {}

    record Seat(
            @McpToolParam(name = "row", title = "Row", description = "From ${first:1} to 9")
            int number,

            @McpToolParam(required = false, defaultValue = "WINDOW") @Nullable
            Side side) {}

    enum Side {
        WINDOW,
        AISLE
    }

    static class Tools {

        @McpTool
        String blocking(McpExchange exchange) {
            return greeting(exchange.elicit("Who are you?", Name.class));
        }

        @McpTool
        String blockingWithKey(McpExchange exchange) {
            return greeting(exchange.ask(Question.elicit("who", "Who are you?", Name.class)));
        }

        @McpTool
        Mono<String> mono(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who are you?", Name.class).map(Tools::greeting);
        }

        @McpTool
        Mono<String> monoWithKey(ReactiveMcpExchange exchange) {
            return exchange.ask(Question.elicit("who", "Who are you?", Name.class))
                    .map(Tools::greeting);
        }

        @McpTool
        Flux<String> flux(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who are you?", Name.class)
                    .map(Tools::greeting)
                    .flux();
        }

        @McpTool
        CompletableFuture<String> stage(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who are you?", Name.class).toFuture().thenApply(Tools::greeting);
        }

        @McpTool
        Object explicit(McpExchange exchange) {
            Question<ElicitResult<Name>> question = Question.elicit("who", "Who are you?", Name.class);
            return exchange.answer(question)
                    .<Object>map(Tools::greeting)
                    .orElseGet(() -> InputRequired.of(question).withState("asked"));
        }

        @McpTool
        Mono<Object> explicitMono(ReactiveMcpExchange exchange) {
            return Mono.fromSupplier(() -> exchange.answer("who")
                    .<Object>map(answer -> switch (answer.path("action").asString("")) {
                        case "accept" -> "Hello " + answer.at("/content/name").stringValue();
                        case "decline" -> "Declined";
                        default -> "Cancelled";
                    })
                    .orElseGet(() -> InputRequired.of(Question.elicit("who", "Who are you?", Name.class))));
        }

        @McpTool
        CompletableFuture<Object> explicitStage(ReactiveMcpExchange exchange) {
            return CompletableFuture.completedFuture(explicit(exchange));
        }

        private static Object explicit(ReactiveMcpExchange exchange) {
            Question<ElicitResult<Name>> question = Question.elicit("who", "Who are you?", Name.class);
            return exchange.answer(question).<Object>map(Tools::greeting).orElseGet(() -> InputRequired.of(question));
        }

        @McpTool
        String seat(McpExchange exchange) {
            return exchange.elicit("Which seat?", Seat.class)
                    .accepted()
                    .orElseThrow()
                    .toString();
        }

        @Bean
        McpToolDefinition function() {
            return McpToolDefinition.named("function")
                    .call((arguments, exchange) -> greeting(exchange.elicit("Who are you?", Name.class)))
                    .build();
        }

        @Bean
        McpToolDefinition reactiveFunction() {
            return McpToolDefinition.named("reactiveFunction")
                    .callReactive((arguments, exchange) ->
                            exchange.elicit("Who are you?", Name.class).map(Tools::greeting))
                    .build();
        }

        @Bean
        McpToolDefinition explicitFunction() {
            return McpToolDefinition.named("explicitFunction")
                    .callReactive((arguments, exchange) -> Mono.just(explicit(exchange)))
                    .build();
        }

        @Bean
        Behind behind() {
            ProxyFactory proxy = new ProxyFactory(new Behind());
            proxy.setProxyTargetClass(true);
            return (Behind) proxy.getProxy();
        }

        static String greeting(ElicitResult<Name> answer) {
            if (answer instanceof ElicitResult.Declined) {
                return "Declined";
            }
            return answer instanceof ElicitResult.Cancelled
                    ? "Cancelled"
                    : "Hello " + answer.accepted().orElseThrow().name();
        }
    }

    static class Behind {

        @McpTool
        String behindProxy(McpExchange exchange) {
            return Tools.greeting(exchange.elicit("Who are you?", Name.class));
        }
    }

    private static final List<String> TOOLS = List.of(
            "blocking",
            "blockingWithKey",
            "mono",
            "monoWithKey",
            "flux",
            "stage",
            "explicit",
            "explicitMono",
            "explicitStage",
            "function",
            "reactiveFunction",
            "explicitFunction",
            "behindProxy");

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private static Stream<Arguments> stylesAndRevisions() {
        return Revisions.every().stream()
                .filter(version -> version.isAtLeast(ProtocolVersion.V2025_06_18))
                .flatMap(version -> TOOLS.stream().map(tool -> Arguments.of(tool, version)));
    }

    @ParameterizedTest
    @MethodSource("stylesAndRevisions")
    void everyStyleGetsTheAnswerOfTheUser(String tool, ProtocolVersion version) {
        ask(tool, version, form -> form.accept(new Name("Ada"))).isIn("Hello Ada", "[\"Hello Ada\"]");
        ask(tool, version, McpTestRequest.Elicitation::decline).contains("Declined");
        ask(tool, version, McpTestRequest.Elicitation::cancel).contains("Cancelled");
    }

    @EveryRevision
    void aFormIsDescribedByTheAnnotationsOfArguments(ProtocolVersion version) {
        assumeTrue(version.isAtLeast(ProtocolVersion.V2025_06_18));
        McpToolResponse response = SERVER.tester(version)
                .call("seat")
                .onElicitation(form -> form.accept(Map.of("row", 3, "side", "AISLE")))
                .execute();
        response.text().isEqualTo("Seat[number=3, side=AISLE]");
        SERVER.tester(version)
                .call("seat")
                .onElicitation(asked -> asked.accept(Map.of("row", 3)))
                .execute()
                .text()
                .isEqualTo("Seat[number=3, side=WINDOW]");
        JsonNode form = response.questions().get(0).at("/params/requestedSchema");
        assertThat(form.at("/properties/row").toString())
                .isEqualTo("{\"type\":\"integer\",\"title\":\"Row\",\"description\":\"From 1 to 9\"}");
        assertThat(form.at("/properties/side/default").asString("none"))
                .isEqualTo(version.isAtLeast(ProtocolVersion.V2025_11_25) ? "WINDOW" : "none");
        assertThat(form.get("required").toString()).isEqualTo("[\"row\"]");
    }

    private static AbstractStringAssert<?> ask(
            String tool, ProtocolVersion version, Function<McpTestRequest.Elicitation, ElicitResult<?>> user) {
        McpToolResponse response =
                SERVER.tester(version).call(tool).onElicitation(user).execute();
        assertThat(response.questions()).singleElement().satisfies(question -> {
            assertThat(question.at("/params/message").stringValue()).isEqualTo("Who are you?");
            assertThat(question.at("/params/requestedSchema/properties").propertyNames())
                    .containsExactly("name");
            assertThat(question.get("params").has("mode")).isEqualTo(version.isAtLeast(ProtocolVersion.V2025_11_25));
        });
        return response.text();
    }
}
