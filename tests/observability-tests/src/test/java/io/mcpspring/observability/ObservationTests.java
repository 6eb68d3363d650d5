package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.observation.CallMeters;
import io.mcpspring.observation.McpServerObservationContext;
import io.mcpspring.observation.McpServerObservationConvention;
import io.mcpspring.tool.McpToolException;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.observation.tck.TestObservationRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** The observations of requests: their names, key values and parents. */
class ObservationTests {

    private static final String HTTP = "http.server.requests";

    private static final String OPERATION = "mcp.server.operation.duration";

    @EveryEra
    void aCallOfAToolHasTheNamesAndAttributesOfTheConventions(Era era) {
        ObservedServer server = server(era);
        server.call("echo");
        McpServerObservationContext observed = observed(server);
        assertThat(observed.getName()).isEqualTo(OPERATION);
        assertThat(observed.getContextualName()).isEqualTo("tools/call echo");
        assertThat(observed.getError()).isNull();
        assertThat(tags(observed))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "mcp.method.name", "tools/call",
                        "mcp.protocol.version", era.revision,
                        "network.transport", "tcp",
                        "network.protocol.name", "http",
                        "gen_ai.tool.name", "echo",
                        "gen_ai.prompt.name", "none",
                        "gen_ai.operation.name", "execute_tool",
                        "rpc.response.status_code", "none",
                        "error.type", "none"));
        assertThat(observed.getHighCardinalityKeyValues().stream().map(KeyValue::getKey))
                .containsExactlyInAnyOrder("jsonrpc.request.id", "client.address", "client.port");
        assertThat(observed.getParentObservation().getContextView().getName()).isEqualTo(HTTP);
    }

    @EveryEra
    void aPromptIsNamedLikeATool(Era era) {
        ObservedServer server = server(era);
        server.send("prompts/get", "{'name': 'greeting'}");
        McpServerObservationContext observed = observed(server);
        assertThat(observed.getContextualName()).isEqualTo("prompts/get greeting");
        assertThat(tags(observed))
                .containsEntry("gen_ai.prompt.name", "greeting")
                .containsEntry("gen_ai.tool.name", "none")
                .containsEntry("gen_ai.operation.name", "none");
    }

    @EveryEra
    void theUriOfAResourceIsNotATag(Era era) {
        ObservedServer server = server(era);
        server.send("resources/read", "{'uri': 'note://1/text'}");
        McpServerObservationContext observed = observed(server);
        assertThat(observed.getContextualName()).isEqualTo("resources/read");
        assertThat(tags(observed)).doesNotContainKey("mcp.resource.uri");
        assertThat(observed.getHighCardinalityKeyValue("mcp.resource.uri").getValue())
                .isEqualTo("note://{id}/text");
    }

    @EveryEra
    void aResultWithIsErrorIsAFailure(Era era) {
        ObservedServer server = server(era);
        server.call("refuse");
        McpServerObservationContext observed = observed(server);
        assertThat(observed.getError()).hasMessage("tool_error");
        assertThat(tags(observed))
                .containsEntry("error.type", "tool_error")
                .containsEntry("rpc.response.status_code", "none")
                .containsEntry("gen_ai.tool.name", "refuse");
    }

    @EveryEra
    void aJsonRpcErrorIsAFailure(Era era) {
        ObservedServer server = server(era);
        server.send("prompts/get", "{'name': 'broken'}");
        McpServerObservationContext observed = observed(server);
        assertThat(observed.getError()).hasMessageStartingWith("Internal error, reported as ");
        assertThat(tags(observed))
                .containsEntry("error.type", "-32603")
                .containsEntry("rpc.response.status_code", "-32603");
    }

    @EveryEra
    void aToolThatDoesNotExistIsTheErrorOfTheClientAndNotNamed(Era era) {
        ObservedServer server = server(era);
        server.call("nosuch");
        McpServerObservationContext observed = observed(server);
        assertThat(observed.getContextualName()).isEqualTo("tools/call");
        assertThat(observed.getError()).isNull();
        assertThat(tags(observed))
                .containsEntry("gen_ai.tool.name", "none")
                .containsEntry("rpc.response.status_code", "-32602")
                .containsEntry("error.type", "none");
    }

    @EveryEra
    void aMissingCapabilityOfTheClientIsNotAFailureOfTheServer(Era era) {
        ObservedServer server = server(era);
        for (String request :
                new String[] {"prompts/get {'name': 'asking'}", "resources/read {'uri': 'note://asking'}"}) {
            String[] methodAndParams = request.split(" ", 2);
            server.send(methodAndParams[0], methodAndParams[1]);
            McpServerObservationContext observed = observed(server);
            assertThat(observed.getError()).isNull();
            assertThat(tags(observed))
                    .containsEntry("rpc.response.status_code", era == Era.MODERN ? "-32021" : "-32603")
                    .containsEntry("error.type", "none");
        }
    }

    @EveryEra
    void anotherErrorAfterAMissingCapabilityIsAFailure(Era era) {
        ObservedServer server = server(era);
        server.send("prompts/get", "{'name': 'failingWithoutAnswer'}");
        assertThat(tags(observed(server))).containsEntry("error.type", "-32603");
    }

    @EveryEra
    void aToolWithoutACapabilityOfALegacyClientIsAFailedTool(Era era) {
        ObservedServer server = server(era);
        server.call("ask");
        assertThat(tags(observed(server)))
                .containsEntry("rpc.response.status_code", era == Era.MODERN ? "-32021" : "none")
                .containsEntry("error.type", era == Era.MODERN ? "none" : "tool_error");
    }

    @EveryEra
    void aToolThatTheCallerMustNotKnowIsNotNamed(Era era) {
        ObservedServer server = server(era);
        server.call("hidden");
        McpServerObservationContext observed = observed(server);
        assertThat(observed.getContextualName()).isEqualTo("tools/call");
        assertThat(observed.getAllKeyValues().stream().map(KeyValue::getValue)).noneMatch("hidden"::equals);
    }

    @EveryEra
    void aMethodThatDoesNotExistIsNotNamed(Era era) {
        ObservedServer server = server(era);
        server.send("no/such", "{}");
        McpServerObservationContext observed = observed(server);
        assertThat(observed.getContextualName()).isEqualTo("_OTHER");
        assertThat(tags(observed))
                .containsEntry("mcp.method.name", "_OTHER")
                .containsEntry("rpc.response.status_code", "-32601")
                .containsEntry("error.type", "none");
    }

    @EveryEra
    void theObservationIsCurrentInMethodsOfEveryStyle(Era era) {
        ObservedServer server = server(era);
        for (String tool : new String[] {"current", "currentInMono", "currentInSupplier", "currentAfterHop"}) {
            assertThat(server.call(tool).at("/result/content/0/text").asString())
                    .as(tool)
                    .isEqualTo(OPERATION);
            observed(server);
        }
    }

    @Test
    void aConventionOfTheApplicationReplacesTheDefault() {
        ObservedServer server = ObservedServer.of(Era.MODERN, Replacing.class);
        server.call("echo");
        McpServerObservationContext observed = observed(server);
        assertThat(observed.getName()).isEqualTo("calls");
        assertThat(tags(observed)).containsEntry("region", "north").containsEntry("gen_ai.tool.name", "echo");
    }

    @Test
    void aBeanOfTheApplicationTakesThePlaceOfTheMetersOfCalls() {
        assertThat(server(Era.MODERN).context().getBeansOfType(CallMeters.class))
                .hasSize(1);
        ObservedServer replaced = ObservedServer.of(Era.MODERN, Replacing.class);
        assertThat(replaced.call("echo").at("/result/content/0/text").asString())
                .isEqualTo("echo");
        observed(replaced);
        assertThat(replaced.context().getBeansOfType(CallMeters.class)).isEmpty();
    }

    @Test
    void anObservationThatIsSwitchedOffDoesNotHideThatOfTheHttpRequest() {
        ObservedServer server = ObservedServer.of(
                Era.MODERN, Recording.class, "management.observations.enable." + OPERATION + "=false");
        assertThat(server.call("current").at("/result/content/0/text").asString())
                .isEqualTo(HTTP);
    }

    private static ObservedServer server(Era era) {
        return ObservedServer.of(era, Recording.class);
    }

    /** Returns the observation of the last request: a client has its response after the observation has ended. */
    private static McpServerObservationContext observed(ObservedServer server) {
        BlockingQueue<McpServerObservationContext> ended = server.context().getBean(Recorder.class).ended;
        try {
            McpServerObservationContext observed = ended.poll(10, TimeUnit.SECONDS);
            while (observed != null && observed.getMethod().equals("initialize")) {
                observed = ended.poll(10, TimeUnit.SECONDS);
            }
            assertThat(observed).isNotNull();
            assertThat(ended).isEmpty();
            return observed;
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static Map<String, String> tags(McpServerObservationContext observed) {
        return observed.getLowCardinalityKeyValues().stream()
                .collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
    }

    static final class Recorder implements ObservationHandler<McpServerObservationContext> {

        final BlockingQueue<McpServerObservationContext> ended = new LinkedBlockingQueue<>();

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof McpServerObservationContext;
        }

        @Override
        public void onStop(McpServerObservationContext context) {
            ended.add(context);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Recording {

        // Fails if an observation is started or ended in the wrong order.
        @Bean
        TestObservationRegistry observationRegistry() {
            return TestObservationRegistry.create();
        }

        @Bean
        Recorder recorder() {
            return new Recorder();
        }

        @Bean
        McpBlockingAccessRule rule() {
            return (entry, request) ->
                    entry.name().equals("hidden") ? McpAccessDecision.hidden() : McpAccessDecision.granted();
        }

        @Bean
        Entries entries(ObservationRegistry registry) {
            return new Entries(registry);
        }
    }

    /** Replaces beans of the library. */
    @Configuration(proxyBeanMethods = false)
    static class Replacing extends Recording {

        @Bean
        McpServerObservationConvention convention() {
            return new McpServerObservationConvention() {

                @Override
                public String getName() {
                    return "calls";
                }

                @Override
                public KeyValues getLowCardinalityKeyValues(McpServerObservationContext context) {
                    return McpServerObservationConvention.super
                            .getLowCardinalityKeyValues(context)
                            .and("region", "north");
                }
            };
        }

        @Bean("io.mcpspring.callMeters")
        static McpInterceptor noMeters() {
            return (invocation, chain) -> chain.proceed(invocation);
        }
    }

    record Entries(ObservationRegistry registry) {

        @McpTool(description = "Echoes")
        String echo() {
            return "echo";
        }

        @McpTool(description = "Hidden")
        String hidden() {
            return "hidden";
        }

        @McpTool(description = "Refuses")
        String refuse() {
            throw new McpToolException("Not today");
        }

        @McpTool(description = "Returns the current observation")
        String current() {
            return name(registry.getCurrentObservation());
        }

        @McpTool(description = "Returns the current observation")
        Mono<String> currentInMono() {
            return Mono.just(name(registry.getCurrentObservation()));
        }

        @McpTool(description = "Returns the current observation")
        Mono<String> currentInSupplier() {
            return Mono.fromSupplier(() -> name(registry.getCurrentObservation()));
        }

        @McpTool(description = "Returns the current observation")
        Mono<String> currentAfterHop() {
            return Mono.delay(Duration.ofMillis(1))
                    .then(Mono.deferContextual(
                            context -> Mono.just(name(context.get(ObservationThreadLocalAccessor.KEY)))));
        }

        @McpPrompt(description = "Greets")
        String greeting() {
            return "Hello";
        }

        record Choice(String name) {}

        @McpPrompt(description = "Asks")
        String asking(McpExchange exchange) {
            return exchange.elicit("Which?", Choice.class).toString();
        }

        @McpPrompt(description = "Asks, and fails")
        String failingWithoutAnswer(McpExchange exchange) {
            try {
                return asking(exchange);
            } catch (McpClientCapabilityException undeclared) {
                throw new IllegalStateException("broken", undeclared);
            }
        }

        @McpResource(uri = "note://asking", description = "Asks")
        String askingNote(McpExchange exchange) {
            return asking(exchange);
        }

        @McpTool(description = "Asks")
        String ask(McpExchange exchange) {
            return asking(exchange);
        }

        @McpPrompt(description = "Fails")
        String broken() {
            throw new IllegalStateException("broken");
        }

        @McpResource(uri = "note://{id}/text", description = "A note")
        String note(String id) {
            return "Note " + id;
        }

        private static String name(Observation observation) {
            return observation == null ? "none" : observation.getContext().getName();
        }
    }
}
