package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.observation.McpServerObservationContext;
import io.mcpspring.observation.McpServerObservationConvention;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTester;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A call gets its result even if its observation fails; the failure is logged. */
@ExtendWith(OutputCaptureExtension.class)
class ObservationFailureTests {

    enum Step {
        CREATE,
        NAME,
        CONTEXTUAL_NAME,
        LOW_CARDINALITY,
        HIGH_CARDINALITY,
        START,
        ERROR,
        STOP;

        private static volatile Step failing;

        void reach() {
            if (this == failing) {
                throw new NoClassDefFoundError("The observation failed");
            }
        }
    }

    private final TestServer server = TestServer.shared(Application.class);

    static Stream<Arguments> calls() {
        return Revisions.every().stream()
                .flatMap(version -> Arrays.stream(Step.values()).map(step -> Arguments.of(version, step)));
    }

    @AfterEach
    void observeAgain() {
        Step.failing = null;
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aCallGetsItsResult(ProtocolVersion version, Step failing, CapturedOutput log) {
        McpTester tester = server.tester(version);
        Step.failing = failing;
        tester.call("succeed").execute().text().isEqualTo("done");
        tester.call("broken").execute().error().contains("error id");
        assertThat(log).contains("The observation of a request failed [error id ", ": The observation failed");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aQuestionGetsItsAnswer(ProtocolVersion version, Step failing) {
        McpTester tester = server.tester(version);
        Step.failing = failing;
        tester.call("ask")
                .onElicitation(form -> form.accept(Map.of("name", "Ann")))
                .execute()
                .text()
                .isEqualTo("Ann");
    }

    record Person(String name) {}

    static class Tools {

        @McpTool
        String succeed() {
            return "done";
        }

        @McpTool
        String broken() {
            throw new IllegalStateException();
        }

        @McpTool
        String ask(McpExchange exchange) {
            return exchange.elicit("Your name?", Person.class)
                    .accepted()
                    .orElseThrow()
                    .name();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        @Bean
        ObservationRegistry observationRegistry() {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new Handler());
            return registry;
        }

        @Bean
        McpServerObservationConvention convention() {
            return new Convention();
        }
    }

    private static final class Convention implements McpServerObservationConvention {

        @Override
        public boolean supportsContext(Observation.Context context) {
            Step.CREATE.reach();
            return McpServerObservationConvention.super.supportsContext(context);
        }

        @Override
        public String getName() {
            Step.NAME.reach();
            return NAME;
        }

        @Override
        public String getContextualName(McpServerObservationContext context) {
            Step.CONTEXTUAL_NAME.reach();
            return McpServerObservationConvention.super.getContextualName(context);
        }

        @Override
        public KeyValues getLowCardinalityKeyValues(McpServerObservationContext context) {
            Step.LOW_CARDINALITY.reach();
            return McpServerObservationConvention.super.getLowCardinalityKeyValues(context);
        }

        @Override
        public KeyValues getHighCardinalityKeyValues(McpServerObservationContext context) {
            Step.HIGH_CARDINALITY.reach();
            return McpServerObservationConvention.super.getHighCardinalityKeyValues(context);
        }
    }

    /** Handles the observations of requests and of questions, but not those of HTTP requests. */
    private static final class Handler implements ObservationHandler<Observation.Context> {

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context.getClass().getName().startsWith("io.mcpspring.");
        }

        @Override
        public void onStart(Observation.Context context) {
            Step.START.reach();
        }

        @Override
        public void onError(Observation.Context context) {
            Step.ERROR.reach();
        }

        @Override
        public void onStop(Observation.Context context) {
            Step.STOP.reach();
        }
    }
}
