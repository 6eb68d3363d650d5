package io.mcpspring.contract.result;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A returned value may fail in many ways while it is converted to a result. The request gets one error and the log one
 * line, for every feature, style and revision.
 */
class ConversionAnswerTests {

    private static final TestServer SERVER = TestServer.shared(FailingEntries.class);

    @Nested
    class Tools extends Conversions {

        @Override
        Set<FailingValue> convertedValues() {
            return EnumSet.of(
                    FailingValue.GETTER,
                    FailingValue.SERIALIZER,
                    FailingValue.TO_STRING,
                    FailingValue.OPTIONAL,
                    FailingValue.ITERATOR,
                    FailingValue.RESOURCE,
                    FailingValue.TOOL_META);
        }

        @Override
        Answer request(McpTestClient client, Style style, FailingValue value, Failure failure) {
            return client.call(style.name(), "{\"value\": \"%s\", \"failure\": \"%s\"}".formatted(value, failure));
        }
    }

    @Nested
    class Prompts extends Conversions {

        @Override
        Set<FailingValue> convertedValues() {
            return EnumSet.of(
                    FailingValue.GETTER,
                    FailingValue.TO_STRING,
                    FailingValue.OPTIONAL,
                    FailingValue.ITERATOR,
                    FailingValue.PROMPT_META);
        }

        @Override
        Answer request(McpTestClient client, Style style, FailingValue value, Failure failure) {
            return client.request(
                    "prompts/get",
                    "{\"name\": \"%s\", \"arguments\": {\"value\": \"%s\", \"failure\": \"%s\"}}"
                            .formatted(style, value, failure));
        }
    }

    @Nested
    class Resources extends Conversions {

        @Override
        Set<FailingValue> convertedValues() {
            return EnumSet.of(
                    FailingValue.GETTER,
                    FailingValue.SERIALIZER,
                    FailingValue.TO_STRING,
                    FailingValue.OPTIONAL,
                    FailingValue.ITERATOR,
                    FailingValue.RESOURCE,
                    FailingValue.RESOURCE_EXISTS,
                    FailingValue.INPUT_STREAM,
                    FailingValue.RESOURCE_META);
        }

        @Override
        Answer request(McpTestClient client, Style style, FailingValue value, Failure failure) {
            return client.request(
                    "resources/read", "{\"uri\": \"broken://%s/%s/%s\"}".formatted(style, value, failure));
        }
    }

    @Nested
    class Completions extends Conversions {

        @Override
        Set<FailingValue> convertedValues() {
            return EnumSet.of(
                    FailingValue.TO_STRING, FailingValue.OPTIONAL, FailingValue.ITERATOR, FailingValue.STREAM);
        }

        @Override
        Set<Style> styles() {
            return EnumSet.complementOf(EnumSet.of(Style.FUNCTION, Style.REACTIVE_FUNCTION));
        }

        @Override
        Answer request(McpTestClient client, Style style, FailingValue value, Failure failure) {
            return client.request("completion/complete", """
                    {"ref": {"type": "ref/prompt", "name": "%s"}, "argument": {"name": "value", "value": "%s %s"}}
                    """.formatted(style, value, failure));
        }
    }

    /** The tests of each feature. */
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Conversions {

        /** The values that fail while they are converted to a result of this feature. */
        abstract Set<FailingValue> convertedValues();

        abstract Answer request(McpTestClient client, Style style, FailingValue value, Failure failure);

        Set<Style> styles() {
            return EnumSet.allOf(Style.class);
        }

        private Set<FailingValue> values() {
            Set<FailingValue> values = EnumSet.of(
                    FailingValue.METHOD,
                    FailingValue.UNPRINTABLE_FAILURE,
                    FailingValue.OPERATOR,
                    FailingValue.PUBLISHER,
                    FailingValue.STAGE);
            values.addAll(convertedValues());
            return values;
        }

        /** Every value, every style and every failure, each with the most common or most severe of the others. */
        Stream<Arguments> samples() {
            return Revisions.every().stream()
                    .flatMap(version -> Stream.of(
                                    values().stream()
                                            .map(value -> Arguments.of(
                                                    version, Style.BLOCKING, value, Failure.OUT_OF_MEMORY)),
                                    styles().stream()
                                            .map(style -> Arguments.of(
                                                    version, style, FailingValue.TO_STRING, Failure.OUT_OF_MEMORY)),
                                    Stream.of(Failure.values())
                                            .map(failure -> Arguments.of(
                                                    version, Style.BLOCKING, FailingValue.TO_STRING, failure)))
                            .flatMap(rows -> rows));
        }

        @ParameterizedTest
        @MethodSource("samples")
        void aFailureIsOneErrorAndOneLineOfTheLog(
                ProtocolVersion version, Style style, FailingValue value, Failure failure) {
            McpTestClient client = SERVER.client(version);
            ReportedFailures.assertOneError(() -> request(client, style, value, failure));
        }

        Stream<Arguments> combinations() {
            return Stream.of(ProtocolVersion.values())
                    .flatMap(version -> styles().stream()
                            .flatMap(style -> values().stream()
                                    .filter(style::canReturn)
                                    .flatMap(value -> failures(version)
                                            .map(failure -> Arguments.of(version, style, value, failure)))));
        }

        /** All failures in one revision, the most severe one in the others. */
        private static Stream<Failure> failures(ProtocolVersion version) {
            return version.isModern() ? Stream.of(Failure.values()) : Stream.of(Failure.OUT_OF_MEMORY);
        }

        @ParameterizedTest
        @Tag("change")
        @MethodSource("combinations")
        void theSameAppliesToEveryCombination(
                ProtocolVersion version, Style style, FailingValue value, Failure failure) {
            aFailureIsOneErrorAndOneLineOfTheLog(version, style, value, failure);
        }
    }
}
