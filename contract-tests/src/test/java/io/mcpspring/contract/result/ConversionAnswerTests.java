package io.mcpspring.contract.result;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.io.AbstractResource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JacksonSerializable;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;

/**
 * A returned value may fail in many ways while it is converted to a result. The request gets one error and the log one
 * line, for every feature, style and revision.
 */
class ConversionAnswerTests {

    private static final Executor THREADS = task -> new Thread(task).start();

    private static final Pattern ERROR_ID = Pattern.compile("(?:reported as|under error id) ([0-9a-f]{8})");

    enum Failure {
        EXCEPTION,
        ASSERTION,
        MISSING_CLASS,
        STACK_OVERFLOW,
        OUT_OF_MEMORY;

        <T> T raise() {
            switch (this) {
                case ASSERTION -> throw new AssertionError("secret");
                case MISSING_CLASS -> throw new NoClassDefFoundError("secret");
                case STACK_OVERFLOW -> throw new StackOverflowError("secret");
                case OUT_OF_MEMORY -> throw new OutOfMemoryError("secret");
                default -> throw new IllegalStateException("secret");
            }
        }
    }

    /** The place of the failure. */
    enum Place {
        METHOD {
            @Override
            Object value(Failure failure) {
                return failure.raise();
            }
        },

        UNPRINTABLE_FAILURE {
            @Override
            Object value(Failure failure) {
                throw new IllegalStateException() {

                    private static final long serialVersionUID = 1L;

                    @Override
                    public String getMessage() {
                        return failure.raise();
                    }
                };
            }
        },

        GETTER {
            @Override
            Object value(Failure failure) {
                return new Getter(failure);
            }
        },

        SERIALIZER {
            @Override
            Object value(Failure failure) {
                return new Written(failure);
            }
        },

        TO_STRING {
            @Override
            Object value(Failure failure) {
                return new Text(failure);
            }
        },

        OPTIONAL {
            @Override
            Object value(Failure failure) {
                return Optional.of(new Text(failure));
            }
        },

        ITERATOR {
            @Override
            Object value(Failure failure) {
                return new Elements(failure);
            }
        },

        STREAM {
            @Override
            Object value(Failure failure) {
                return Stream.of(failure).map(Failure::raise);
            }
        },

        RESOURCE {
            @Override
            Object value(Failure failure) {
                return new Broken(null, failure);
            }
        },

        RESOURCE_EXISTS {
            @Override
            Object value(Failure failure) {
                return new Broken(failure, failure);
            }
        },

        INPUT_STREAM {
            @Override
            Object value(Failure failure) {
                return new Broken(null, failure).getInputStream();
            }
        },

        TOOL_META {
            @Override
            Object value(Failure failure) {
                return new CallToolResult(List.of(Content.text("")), null, false, new Meta(failure));
            }
        },

        PROMPT_META {
            @Override
            Object value(Failure failure) {
                return new GetPromptResult(null, List.of(PromptMessage.user("")), new Meta(failure));
            }
        },

        RESOURCE_META {
            @Override
            Object value(Failure failure) {
                return new ReadResourceResult(
                        List.of(new ResourceContents.Text("a:b", null, "", null)), new Meta(failure));
            }
        },

        OPERATOR {
            @Override
            Object value(Failure failure) {
                return Mono.just(failure).map(Failure::raise);
            }
        },

        PUBLISHER {
            @Override
            Object value(Failure failure) {
                return (Publisher<Object>) subscriber -> failure.raise();
            }
        },

        STAGE {
            @Override
            Object value(Failure failure) {
                return new Stage(failure);
            }
        };

        abstract Object value(Failure failure);
    }

    /** The style of the method. */
    enum Style {
        BLOCKING,
        MONO,
        DELAYED_MONO,
        FLUX,
        FUTURE,
        FUNCTION,
        REACTIVE_FUNCTION;

        boolean canHave(Place place) {
            return switch (place) {
                // Only the declared type shows that these values are asynchronous.
                case OPERATOR, PUBLISHER, STAGE -> this == BLOCKING || this == FUNCTION;
                // The future prints its failure, and does not complete if printing fails.
                case UNPRINTABLE_FAILURE -> this != FUTURE;
                // Elements of a Flux are elements of a list.
                case OPTIONAL, STREAM, RESOURCE, RESOURCE_EXISTS, TOOL_META, PROMPT_META, RESOURCE_META -> this != FLUX;
                default -> true;
            };
        }
    }

    /** The feature that the method implements. */
    enum Feature {
        TOOL {
            @Override
            boolean canFail(Place place) {
                return Set.of(
                                Place.GETTER,
                                Place.SERIALIZER,
                                Place.TO_STRING,
                                Place.OPTIONAL,
                                Place.ITERATOR,
                                Place.RESOURCE,
                                Place.TOOL_META)
                        .contains(place);
            }

            @Override
            Answer request(McpTestClient client, Style style, Place place, Failure failure) {
                return client.call(style.name(), "{\"place\": \"%s\", \"failure\": \"%s\"}".formatted(place, failure));
            }
        },

        PROMPT {
            @Override
            boolean canFail(Place place) {
                return Set.of(Place.GETTER, Place.TO_STRING, Place.OPTIONAL, Place.ITERATOR, Place.PROMPT_META)
                        .contains(place);
            }

            @Override
            Answer request(McpTestClient client, Style style, Place place, Failure failure) {
                return client.request(
                        "prompts/get",
                        "{\"name\": \"%s\", \"arguments\": {\"place\": \"%s\", \"failure\": \"%s\"}}"
                                .formatted(style, place, failure));
            }
        },

        RESOURCE {
            @Override
            boolean canFail(Place place) {
                return Set.of(
                                Place.GETTER,
                                Place.SERIALIZER,
                                Place.TO_STRING,
                                Place.OPTIONAL,
                                Place.ITERATOR,
                                Place.RESOURCE,
                                Place.RESOURCE_EXISTS,
                                Place.INPUT_STREAM,
                                Place.RESOURCE_META)
                        .contains(place);
            }

            @Override
            Answer request(McpTestClient client, Style style, Place place, Failure failure) {
                return client.request(
                        "resources/read", "{\"uri\": \"broken://%s/%s/%s\"}".formatted(style, place, failure));
            }
        },

        COMPLETION {
            @Override
            boolean canHave(Style style) {
                return style != Style.FUNCTION && style != Style.REACTIVE_FUNCTION;
            }

            @Override
            boolean canFail(Place place) {
                return Set.of(Place.TO_STRING, Place.OPTIONAL, Place.ITERATOR, Place.STREAM)
                        .contains(place);
            }

            @Override
            Answer request(McpTestClient client, Style style, Place place, Failure failure) {
                return client.request("completion/complete", """
                        {"ref": {"type": "ref/prompt", "name": "%s"}, "argument": {"name": "place", "value": "%s %s"}}
                        """.formatted(style, place, failure));
            }
        };

        boolean canHave(Style style) {
            return true;
        }

        abstract boolean canFail(Place place);

        abstract Answer request(McpTestClient client, Style style, Place place, Failure failure);

        boolean fails(Style style, Place place) {
            boolean before = Set.of(
                            Place.METHOD, Place.UNPRINTABLE_FAILURE, Place.OPERATOR, Place.PUBLISHER, Place.STAGE)
                    .contains(place);
            return style.canHave(place) && (before || canFail(place));
        }
    }

    public record Getter(Failure failure) {

        public String getName() {
            return failure.raise();
        }
    }

    private record Written(Failure failure) implements JacksonSerializable {

        @Override
        public void serialize(JsonGenerator generator, SerializationContext context) {
            failure.raise();
        }

        @Override
        public void serializeWithType(JsonGenerator generator, SerializationContext context, TypeSerializer type) {
            failure.raise();
        }
    }

    private record Text(Failure failure) implements CharSequence {

        @Override
        public int length() {
            return failure.raise();
        }

        @Override
        public char charAt(int index) {
            return failure.raise();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return failure.raise();
        }

        @Override
        public String toString() {
            return failure.raise();
        }
    }

    private static final class Elements extends AbstractCollection<Object> {

        private final Failure failure;

        Elements(Failure failure) {
            this.failure = failure;
        }

        @Override
        public Iterator<Object> iterator() {
            return failure.raise();
        }

        @Override
        public int size() {
            return 1;
        }
    }

    private static final class Meta extends AbstractMap<String, Object> {

        private final Failure failure;

        Meta(Failure failure) {
            this.failure = failure;
        }

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public Set<Map.Entry<String, Object>> entrySet() {
            return failure.raise();
        }
    }

    private static final class Broken extends AbstractResource {

        private final @Nullable Failure existence;

        private final Failure content;

        Broken(@Nullable Failure existence, Failure content) {
            this.existence = existence;
            this.content = content;
        }

        @Override
        public boolean exists() {
            return existence == null || existence.<Boolean>raise();
        }

        @Override
        public String getDescription() {
            return "broken";
        }

        @Override
        public InputStream getInputStream() {
            return new InputStream() {

                @Override
                public int read() throws IOException {
                    return content.raise();
                }
            };
        }
    }

    private static final class Stage extends CompletableFuture<Object> {

        private final Failure failure;

        Stage(Failure failure) {
            this.failure = failure;
        }

        @Override
        public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> action) {
            return failure.raise();
        }
    }

    static class Everything {

        @McpTool(name = "BLOCKING")
        @McpPrompt(name = "BLOCKING")
        @McpResource(uri = "broken://BLOCKING/{place}/{failure}")
        Object blocking(Place place, Failure failure) {
            return place.value(failure);
        }

        @McpTool(name = "MONO")
        @McpPrompt(name = "MONO")
        @McpResource(uri = "broken://MONO/{place}/{failure}")
        Mono<Object> mono(Place place, Failure failure) {
            return Mono.fromSupplier(() -> place.value(failure));
        }

        @McpTool(name = "DELAYED_MONO")
        @McpPrompt(name = "DELAYED_MONO")
        @McpResource(uri = "broken://DELAYED_MONO/{place}/{failure}")
        Mono<Object> delayed(Place place, Failure failure) {
            return Mono.just(place.value(failure)).delayElement(Duration.ofMillis(1));
        }

        @McpTool(name = "FLUX")
        @McpPrompt(name = "FLUX")
        @McpResource(uri = "broken://FLUX/{place}/{failure}")
        Flux<Object> flux(Place place, Failure failure) {
            return Flux.just(place.value(failure));
        }

        @McpTool(name = "FUTURE")
        @McpPrompt(name = "FUTURE")
        @McpResource(uri = "broken://FUTURE/{place}/{failure}")
        CompletableFuture<Object> future(Place place, Failure failure) {
            return CompletableFuture.supplyAsync(() -> place.value(failure));
        }
    }

    static class Definitions {

        record Input(Place place, Failure failure) {

            static Input of(Map<String, String> texts) {
                return new Input(Place.valueOf(texts.get("place")), Failure.valueOf(texts.get("failure")));
            }

            Object value() {
                return place.value(failure);
            }
        }

        @Bean
        static McpToolDefinition tool() {
            return McpToolDefinition.named("FUNCTION")
                    .inputSchema(Input.class)
                    .call((arguments, exchange) -> arguments.as(Input.class).value())
                    .build();
        }

        @Bean
        static McpToolDefinition reactiveTool() {
            return McpToolDefinition.named("REACTIVE_FUNCTION")
                    .inputSchema(Input.class)
                    .callReactive((arguments, exchange) ->
                            Mono.fromSupplier(() -> arguments.as(Input.class).value()))
                    .build();
        }

        @Bean
        static McpPromptDefinition prompt() {
            return McpPromptDefinition.named("FUNCTION")
                    .argument("place", null, true)
                    .argument("failure", null, true)
                    .get((arguments, exchange) -> Input.of(arguments).value())
                    .build();
        }

        @Bean
        static McpPromptDefinition reactivePrompt() {
            return McpPromptDefinition.named("REACTIVE_FUNCTION")
                    .argument("place", null, true)
                    .argument("failure", null, true)
                    .getReactive((arguments, exchange) ->
                            Mono.fromSupplier(() -> Input.of(arguments).value()))
                    .build();
        }

        @Bean
        static McpResourceDefinition resource() {
            return McpResourceDefinition.at("broken://FUNCTION/{place}/{failure}")
                    .read((request, exchange) -> Input.of(request.variables()).value())
                    .build();
        }

        @Bean
        static McpResourceDefinition reactiveResource() {
            return McpResourceDefinition.at("broken://REACTIVE_FUNCTION/{place}/{failure}")
                    .readReactive((request, exchange) -> Mono.fromSupplier(
                            () -> Input.of(request.variables()).value()))
                    .build();
        }
    }

    static class Completers {

        private static Place place(String typed) {
            return Place.valueOf(typed.substring(0, typed.indexOf(' ')));
        }

        private static Failure failure(String typed) {
            return Failure.valueOf(typed.substring(typed.indexOf(' ') + 1));
        }

        @McpComplete(prompt = "BLOCKING", argument = "place")
        Object blocking(String typed) {
            return place(typed).value(failure(typed));
        }

        @McpComplete(prompt = "MONO", argument = "place")
        Mono<Object> mono(String typed) {
            return Mono.fromSupplier(() -> place(typed).value(failure(typed)));
        }

        @McpComplete(prompt = "DELAYED_MONO", argument = "place")
        Mono<Object> delayed(String typed) {
            return Mono.just(place(typed).value(failure(typed))).delayElement(Duration.ofMillis(1));
        }

        @McpComplete(prompt = "FLUX", argument = "place")
        Flux<Object> flux(String typed) {
            return Flux.just(place(typed).value(failure(typed)));
        }

        @McpComplete(prompt = "FUTURE", argument = "place")
        CompletableFuture<Object> future(String typed) {
            return CompletableFuture.supplyAsync(() -> place(typed).value(failure(typed)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Everything.class, Definitions.class, Completers.class})
    static class Application {}

    static class Callbacks {

        record Converted(Failure failure) {}

        @Bean
        static Converter<String, Converted> converter() {
            return new Converter<>() {

                @Override
                public Converted convert(String text) {
                    return Failure.valueOf(text).raise();
                }
            };
        }

        @Bean
        static McpToolExceptionResolver resolver() {
            return (failure, request) -> {
                if (failure instanceof CompletionException) {
                    return Failure.valueOf(failure.getMessage()).raise();
                }
                boolean ofTool = request.method().equals("tools/call");
                return ofTool && failure instanceof VirtualMachineError ? CallToolResult.error("resolved") : null;
            };
        }

        @McpTool(name = "resolver")
        String resolved(Failure failure) {
            throw new CompletionException(failure.name(), null);
        }

        @McpTool(name = "fatal")
        String fatal() {
            return Failure.OUT_OF_MEMORY.raise();
        }

        @McpPrompt
        String prompt(Converted argument) {
            return "";
        }

        @McpResource(uri = "converted://{argument}")
        String resource(Converted argument) {
            return "";
        }

        record Injected() {}

        @Bean
        static McpParameterResolver parameters() {
            return new McpParameterResolver() {

                @Override
                public boolean supports(MethodParameter parameter) {
                    return parameter.getParameterType() == Injected.class;
                }

                @Override
                public Object resolve(MethodParameter parameter, McpExchange exchange) {
                    return Failure.MISSING_CLASS.raise();
                }
            };
        }

        @McpTool(name = "injected")
        @McpPrompt(name = "injected")
        @McpResource(uri = "callback://injected")
        Mono<String> injected(Injected injected) {
            return Mono.just("");
        }

        @McpPrompt
        String endless(String argument) {
            return "";
        }

        @McpComplete(prompt = "endless")
        Stream<String> argument(String typed) {
            return Stream.generate(() -> typed);
        }
    }

    static class Late {

        @McpTool
        @McpPrompt
        Mono<String> late(Failure failure) {
            return Mono.delay(Duration.ofMillis(1)).map(tick -> failure.raise());
        }

        @McpResource(uri = "never://{failure}")
        InputStream never(Failure failure) {
            return new InputStream() {

                @Override
                public int read() throws IOException {
                    try {
                        Thread.sleep(Duration.ofMinutes(5).toMillis());
                        return -1;
                    } catch (InterruptedException ex) {
                        throw new IOException(ex);
                    }
                }
            };
        }
    }

    // Started before the log is recorded, because the start may configure the logging.
    private static final TestServer CONVERSIONS = TestServer.shared(Application.class);

    private static final TestServer CALLBACKS = TestServer.shared(Callbacks.class);

    private static final TestServer LATE = TestServer.shared(Late.class, "mcp.server.tools.timeout=300ms");

    private final Logger project = (Logger) LoggerFactory.getLogger("io.mcpspring");

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void record() {
        log.start();
        project.setAdditive(false);
        project.addAppender(log);
    }

    @AfterEach
    void stopRecording() {
        project.detachAppender(log);
        project.setAdditive(true);
    }

    private List<String> errors() {
        return log.list.stream()
                .filter(event -> event.getLevel() == Level.ERROR)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private void assertOneAnswer(Answer answer, Object what) {
        assertThat(answer.status()).as("%s: %s", what, answer.text()).isEqualTo(200);
        assertThat(answer.messages()).as("%s", what).hasSize(1);
        assertThat(answer.text()).as("%s", what).doesNotContain("secret");
        assertThat(answer.json().has("error") || answer.isToolError())
                .as("%s: %s", what, answer.text())
                .isTrue();
        Matcher id = ERROR_ID.matcher(answer.text());
        assertThat(id.find()).as("%s: %s", what, answer.text()).isTrue();
        assertThat(errors()).as("%s", what).singleElement().asString().contains(id.group(1));
        log.list.clear();
    }

    static Stream<Arguments> methods() {
        return Stream.of(Feature.values())
                .flatMap(feature ->
                        Stream.of(Style.values()).filter(feature::canHave).map(style -> Arguments.of(feature, style)));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aRequestGetsOneErrorForEveryFailingConversion(Feature feature, Style style) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            McpTestClient client = CONVERSIONS.client(version);
            for (Place place : Place.values()) {
                // All failures in one revision, the most severe ones in the others.
                List<Failure> failures =
                        version.isModern() ? List.of(Failure.values()) : List.of(Failure.OUT_OF_MEMORY);
                for (Failure failure : feature.fails(style, place) ? failures : List.<Failure>of()) {
                    assertOneAnswer(feature.request(client, style, place, failure), List.of(version, place, failure));
                }
            }
        }
    }

    @Test
    void aFailingCallbackIsAnError() {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            McpTestClient client = CALLBACKS.client(version);
            // An exception of a converter means that the text is invalid; an error of the JVM is not the client's
            // fault.
            for (Failure failure : List.of(Failure.MISSING_CLASS, Failure.OUT_OF_MEMORY)) {
                assertOneAnswer(client.call("resolver", "{\"failure\": \"%s\"}".formatted(failure)), failure);
                assertOneAnswer(
                        client.request(
                                "prompts/get",
                                "{\"name\": \"prompt\", \"arguments\": {\"argument\": \"%s\"}}".formatted(failure)),
                        failure);
                assertOneAnswer(
                        client.request("resources/read", "{\"uri\": \"converted://%s\"}".formatted(failure)), failure);
            }
            assertOneAnswer(client.call("injected"), "injected");
            assertOneAnswer(client.request("prompts/get", "{\"name\": \"injected\"}"), "injected");
            assertOneAnswer(client.request("resources/read", "{\"uri\": \"callback://injected\"}"), "injected");
            Answer endless = client.request("completion/complete", """
                    {"ref": {"type": "ref/prompt", "name": "endless"}, "argument": {"name": "argument", "value": "a"}}
                    """);
            assertThat(endless.error().get("message").stringValue())
                    .isEqualTo(
                            "Completion of argument 'argument' of prompt 'endless' was stopped: it returned more than"
                                    + " 10000 elements.");
        }
    }

    @Test
    void aJvmErrorIsLoggedEvenIfAResolverReturnsAResult() {
        McpTestClient client = CALLBACKS.client(ProtocolVersion.V2026_07_28);
        assertThat(client.call("fatal").contentText()).isEqualTo("resolved");
        assertThat(errors()).singleElement().asString().startsWith("Tool 'fatal' failed [error id ");
    }

    @EveryRevision
    void anEndlessConversionIsEndedByTheTimeLimit(ProtocolVersion version) {
        McpTestClient client = LATE.client(version);
        List<String> failures = List.of("OUT_OF_MEMORY", "MISSING_CLASS");
        // At the same time, because each request takes as long as the limit.
        List<CompletableFuture<Answer>> tools =
                atOnce(failures, failure -> client.call("late", "{\"failure\": \"%s\"}".formatted(failure)));
        List<CompletableFuture<Answer>> prompts = atOnce(
                failures,
                failure -> client.request(
                        "prompts/get",
                        "{\"name\": \"late\", \"arguments\": {\"failure\": \"%s\"}}".formatted(failure)));
        // An input stream that blocks.
        List<CompletableFuture<Answer>> resources = atOnce(
                List.of("EXCEPTION"),
                failure -> client.request("resources/read", "{\"uri\": \"never://%s\"}".formatted(failure)));
        assertThat(tools)
                .extracting(CompletableFuture::join)
                .allSatisfy(answer -> assertThat(answer.contentText()).contains("did not finish within 300 ms"));
        assertThat(prompts)
                .extracting(CompletableFuture::join)
                .allSatisfy(answer -> assertThat(answer.errorCode()).isEqualTo(-32603));
        assertThat(resources)
                .extracting(CompletableFuture::join)
                .allSatisfy(answer -> assertThat(answer.error().get("message").stringValue())
                        .contains("did not finish within 300 ms"));
    }

    private static List<CompletableFuture<Answer>> atOnce(List<String> failures, Function<String, Answer> request) {
        return failures.stream()
                .map(failure -> CompletableFuture.supplyAsync(() -> request.apply(failure), THREADS))
                .toList();
    }
}
