package io.mcpspring.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How questions without an answer are observed. */
class ObservedQuestionsTests {

    private final List<Observation.Context> ended = new CopyOnWriteArrayList<>();

    private final ObservationRegistry registry = ObservationRegistry.create();

    ObservedQuestionsTests() {
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }

            @Override
            public void onStop(Observation.Context context) {
                ended.add(context);
            }
        });
    }

    @Test
    void anErrorOfTheClientIsNamedByItsCode() {
        observe(Mono.error(McpClientCapabilityException.answeredByError(-1, "User rejected sampling request")));
        assertThat(tags()).containsEntry("rpc.response.status_code", "-1").containsEntry("error.type", "-1");
        assertThat(ended.get(0).getError()).hasMessageContaining("User rejected sampling request");
    }

    @Test
    void aCodeThatTheClientHasInventedDoesNotBecomeATag() {
        observe(Mono.error(McpClientCapabilityException.answeredByError(4711, "x".repeat(10_000))));
        assertThat(tags()).containsEntry("rpc.response.status_code", "_OTHER").containsEntry("error.type", "_OTHER");
        assertThat(ended.get(0).getError().getMessage()).hasSizeLessThan(300);
    }

    @Test
    void aClientThatDoesNotAnswerInTimeIsATimeout() {
        observe(Mono.<JsonNode>never().timeout(Duration.ofMillis(1)));
        assertThat(tags()).containsEntry("rpc.response.status_code", "none").containsEntry("error.type", "timeout");
        assertThat(ended.get(0).getError()).hasMessage("timeout");
    }

    @Test
    void aClientThatCannotBeAskedHasNoCode() {
        observe(Mono.error(new McpClientCapabilityException("It does not accept text/event-stream")));
        assertThat(tags()).containsEntry("rpc.response.status_code", "none").containsEntry("error.type", "_OTHER");
    }

    @Test
    void anAnswerIsNotAFailure() {
        observe(Mono.just(JsonNodeFactory.instance.objectNode().put("action", "decline")));
        assertThat(tags()).containsEntry("error.type", "none").containsEntry("mcp.method.name", "elicitation/create");
        assertThat(ended.get(0).getError()).isNull();
    }

    @Test
    void theTimeAfterTheAnswerDoesNotCount() {
        List<Integer> endedBefore = new ArrayList<>();
        question(Mono.just(JsonNodeFactory.instance.objectNode()))
                .doOnNext(answer -> endedBefore.add(ended.size()))
                .block();
        question(Mono.error(new McpClientCapabilityException("It does not accept text/event-stream")))
                .doOnError(failure -> endedBefore.add(ended.size()))
                .materialize()
                .block();
        assertThat(endedBefore).containsExactly(1, 2);
    }

    @Test
    void aQuestionThatIsNoLongerAskedEndsItsObservation() {
        question(Mono.never()).subscribe().dispose();
        assertThat(tags()).containsEntry("error.type", "none");
    }

    private void observe(Mono<JsonNode> answer) {
        question(answer).materialize().block();
    }

    private Mono<JsonNode> question(Mono<JsonNode> answer) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        return new ObservedQuestions(registry)
                .observe(
                        new InputRequest("elicitation/create", params),
                        ProtocolVersion.V2025_11_25,
                        message -> {},
                        (question, stream) -> answer);
    }

    private Map<String, String> tags() {
        assertThat(ended).hasSize(1);
        return ended.get(0).getLowCardinalityKeyValues().stream()
                .collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
    }
}
