package io.mcpspring.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ResourceLink;
import io.mcpspring.protocol.Role;
import io.mcpspring.protocol.SamplingMessageContentBlock;
import io.mcpspring.protocol.Tool;
import io.mcpspring.protocol.ToolAnnotations;
import io.mcpspring.test.McpTester;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ElicitUrlRequest;
import java.net.URI;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.aopalliance.intercept.MethodInterceptor;
import org.assertj.core.api.AbstractStringAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

/** Methods with {@code @McpTool} of Spring AI. */
class AnnotatedToolTests {

    private static Server server;

    @BeforeAll
    static void start() {
        server = Server.start(Application.class);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Eras
    void aMethodIsATool(ProtocolVersion version) {
        McpTester client = server.client(version);
        client.call("greet").argument("name", "Ada").execute().text().isEqualTo("Hello Ada");
        client.call("greet")
                .argument("name", "Ada")
                .argument("title", "Lady")
                .execute()
                .text()
                .isEqualTo("Hello Lady Ada");
        client.call("later").argument("name", "Ben").execute().text().isEqualTo("Later, Ben");
    }

    @Test
    void theDefinitionIsThatOfSpringAi() {
        Tool greet = tool("greet");
        assertThat(greet.title()).isEqualTo("Greeting");
        assertThat(greet.description()).isEqualTo("Greets a guest");
        assertThat(greet.meta()).isEqualTo(Map.of("team", "front"));
        assertThat(greet.annotations())
                .isEqualTo(ToolAnnotations.NONE.withReadOnlyHint(true).withOpenWorldHint(false));
        assertThat(greet.inputSchema().at("/properties/name/description").asString())
                .isEqualTo("Name of the guest");
        assertThat(greet.inputSchema().path("required").valueStream().map(each -> each.asString()))
                .containsExactly("name");
        assertThat(tool("lock").title()).isNull();
        assertThat(tool("lock").annotations()).isNull();
    }

    @Test
    void argumentsAreValidated() {
        server.client().call("greet").execute().error().contains("name: is required");
    }

    @Test
    void localTimesAreRead() {
        server.client()
                .call("call")
                .argument("at", "13:45:00")
                .argument("until", "2026-01-31T14:00:00")
                .argument("guest", Map.of("mail", "ada@example.com"))
                .execute()
                .text()
                .isEqualTo("13:45 2026-01-31T14:00 ada@example.com");
    }

    @Test
    void localTimesAreWritten() {
        server.client()
                .call("slot")
                .argument("format", "2026-01-31T13:45:00")
                .execute()
                .structured(Visits.Slot.class)
                .isEqualTo(new Visits.Slot(LocalTime.of(13, 45), LocalDateTime.of(2026, 1, 31, 14, 45)));
    }

    @Test
    void whatAConstructorSaysOfAnArgumentIsForTheModel() {
        for (String tool : List.of("call", "callLater")) {
            server.client()
                    .call(tool)
                    .argument("at", "13:45:00")
                    .argument("until", "2026-01-31T14:00:00")
                    .argument("guest", Map.of("mail", "ada"))
                    .execute()
                    .error()
                    .isEqualTo("One of the arguments cannot be read: An address has an @");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            room    | {"number": 3000000000}
            slot    | {"format": ""}
            stay    | {"stay": {"nights": 3000000000}}
            waiting | {"number": 3000000000}
            """)
    void anArgumentThatItsTypeRefusesIsForTheModel(String tool, String arguments) {
        server.client()
                .call(tool)
                .argumentsAsJson(arguments)
                .execute()
                .error()
                .isEqualTo("One of the arguments cannot be read");
    }

    @Test
    void argumentsThatAreNotDeclaredAreIgnored() {
        server.client()
                .call("greet")
                .argument("name", "Ada")
                .argument("mood", "happy")
                .execute()
                .text()
                .isEqualTo("Hello Ada");
    }

    @Test
    void resultsAreThoseOfSpringAi() {
        McpTester client = server.client();
        client.call("room")
                .argument("number", 7)
                .execute()
                .structured(Desk.Room.class)
                .isEqualTo(new Desk.Room(7, List.of("single", "double")));
        client.call("roomAsText").argument("number", 7).execute().text().isEqualTo("{\"number\":7,\"beds\":[]}");
        client.call("lock").execute().text().isEqualTo("\"Done\"");
        client.call("several").execute().text().isEqualTo("one");
        client.call("receipt")
                .execute()
                .content()
                .contains(Content.text("Paid"))
                .hasAtLeastOneElementOfType(ResourceLink.class)
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "nowhereLater", "perhaps"})
    void aMethodWithAnOutputSchemaMayHaveNoResult(String tool) {
        server.client().call(tool).execute().error().isEqualTo("There is no result: the tool returned no value.");
    }

    @Eras
    void aMethodAsksThroughItsContext(ProtocolVersion version) {
        server.client(version, client -> client.logLevel(LoggingLevel.INFO))
                .call("register")
                .onElicitation(asked -> {
                    assertThat(asked.message()).isEqualTo("Who are you?");
                    return asked.accept(new Desk.Guest("Ada", 36));
                })
                .execute()
                .text()
                .isEqualTo("Ada is 36");
        server.client(version)
                .call("register")
                .onElicitation(asked -> asked.decline())
                .execute()
                .text()
                .isEqualTo("DECLINE");
    }

    @Eras
    void aMethodReportsThroughItsContext(ProtocolVersion version) {
        var response = server.client(version, client -> client.logLevel(LoggingLevel.INFO))
                .call("register")
                .onElicitation(asked -> asked.accept(new Desk.Guest("Ada", 36)))
                .execute();
        response.logs()
                .anySatisfy(message -> assertThat(message.data().asString()).isEqualTo("asked"));
        response.progress()
                .anySatisfy(progress -> assertThat(progress.progress()).isEqualTo(0.5));
    }

    @Eras
    void aReactiveMethodAsksTheUserAndThenTheModel(ProtocolVersion version) {
        server.client(version)
                .call("interview")
                .onElicitation(asked -> asked.accept(new Desk.Guest("Ada", 36)))
                .onSampling(asked -> asked.reply("Re: " + asked.text()))
                .execute()
                .text()
                .isEqualTo("Re: Greet Ada");
    }

    @Eras
    void aMethodUsesTheExchangeOfTheSdk(ProtocolVersion version) {
        var response = server.client(version)
                .call("roots")
                .roots(URI.create("file:///home"))
                .execute();
        response.text().isEqualTo("mcp-spring-boot-test at file:///home");
        response.progress().anySatisfy(progress -> assertThat(progress.total()).isEqualTo(2.0));
        server.client(version).call("capabilities").execute().text().isEqualTo("sampling true");
        server.client(version, client -> client.capabilities())
                .call("capabilities")
                .execute()
                .text()
                .isEqualTo("sampling false");
    }

    @Eras
    void aMethodGetsTheRequest(ProtocolVersion version) {
        server.client(version)
                .call("raw")
                .argument("any", 1)
                .meta("shift", "night")
                .header("X-Desk", "2")
                .execute()
                .text()
                .isEqualTo("raw{any=1}night2");
    }

    @Test
    void messagesOfExceptionsStayInTheLog() {
        for (String tool : List.of("broken", "brokenLater")) {
            server.client().call(tool).execute().error().contains("error id").doesNotContain("secret");
        }
    }

    @Eras
    void anErrorOfTheSdkIsAnErrorOfTheProtocol(ProtocolVersion version) {
        server.client(version).call("refused").execute().rejected(-30001).contains("The desk is closed");
    }

    @Eras
    void aMethodAsksTheUserToVisitAPage(ProtocolVersion version) {
        server.client(version)
                .call("visit")
                .onElicitation(asked -> {
                    assertThat(asked.url()).isEqualTo("https://example.org/pay");
                    return asked.accept();
                })
                .execute()
                .text()
                .isEqualTo("ACCEPT");
    }

    @Eras
    void everyKindOfContentIsSent(ProtocolVersion version) {
        server.client(version)
                .call("kinds")
                .execute()
                .content()
                .hasSize(4)
                .satisfiesExactly(
                        text -> assertThat(text)
                                .isEqualTo(Content.text("text")
                                        .withAnnotations(Annotations.forAudience(Role.USER)
                                                .withPriority(0.5))),
                        audio -> assertThat(audio)
                                .usingRecursiveComparison()
                                .isEqualTo(Content.audio(new byte[] {1, 2, 3}, "audio/wav")),
                        file -> assertThat(file)
                                .isEqualTo(Content.resource(URI.create("file:///a"), "text/plain", "a")),
                        file -> assertThat(file)
                                .usingRecursiveComparison()
                                .isEqualTo(Content.resource(
                                        URI.create("file:///b"), "application/pdf", new byte[] {1, 2, 3})));
    }

    @Eras
    void everyPartOfAQuestionToTheModelIsSent(ProtocolVersion version) {
        server.client(version)
                .call("consult")
                .onSampling(asked -> {
                    assertThat(asked.params().get("systemPrompt").asString()).isEqualTo("Be brief");
                    assertThat(asked.params().get("temperature").asDouble()).isEqualTo(0.5);
                    assertThat(asked.params().get("maxTokens").asInt()).isEqualTo(7);
                    assertThat(asked.params()
                                    .at("/modelPreferences/hints/0/name")
                                    .asString())
                            .isEqualTo("small");
                    assertThat(asked.params()
                                    .at("/modelPreferences/costPriority")
                                    .asDouble())
                            .isEqualTo(1.0);
                    return asked.reply("yes");
                })
                .execute()
                .text()
                .isEqualTo("yes from test-model");
    }

    @Eras
    void allTextsOfTheModelAreOne(ProtocolVersion version) {
        consult(version, Content.text("yes"), Content.text("surely")).isEqualTo("yes\nsurely from big");
    }

    @Eras
    void theModelMayAnswerNothing(ProtocolVersion version) {
        consult(version).isEqualTo(" from big");
    }

    private static AbstractStringAssert<?> consult(ProtocolVersion version, SamplingMessageContentBlock... answer) {
        return server.client(version)
                .call("consult")
                .onSampling(asked -> new CreateMessageResult(Role.ASSISTANT, List.of(answer), "big", "endTurn"))
                .execute()
                .text();
    }

    @Test
    void anErrorThatRequiresAVisitIsAskedInTheModernEra() {
        server.client()
                .call("visitFirst")
                .onElicitation(asked -> asked.accept())
                .execute()
                .text()
                .isEqualTo("visited");
        server.client(ProtocolVersion.V2025_11_25).call("visitFirst").execute().rejected(-32042);
    }

    @Test
    void anInterfaceOfAProxyDeclaresTheMethod() {
        server.client().call("proxied").execute().text().isEqualTo("through the proxy");
    }

    private static Tool tool(String name) {
        return server.client().tools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Desk.class, Visits.class})
    static class Application {

        @Bean
        Clerk clerk() {
            ProxyFactory factory = new ProxyFactory(new ClerkOfDesk());
            factory.addAdvice((MethodInterceptor) invocation -> invocation.proceed() + " the proxy");
            return (Clerk) factory.getProxy();
        }
    }

    interface Clerk {

        String proxied();
    }

    static class ClerkOfDesk implements Clerk {

        @Override
        @McpTool
        public String proxied() {
            return "through";
        }
    }

    static class Visits {

        record Address(String mail) {

            Address {
                if (!mail.contains("@")) {
                    throw new IllegalArgumentException("An address has an @");
                }
            }
        }

        @McpTool
        String call(LocalTime at, LocalDateTime until, Address guest) {
            return at + " " + until + " " + guest.mail();
        }

        record Slot(LocalTime at, LocalDateTime until) {}

        @McpTool(generateOutputSchema = true)
        Slot slot(LocalDateTime format) {
            return new Slot(format.toLocalTime(), format.plusHours(1));
        }

        @McpTool
        Mono<String> callLater(Address guest) {
            return Mono.just(guest.mail());
        }

        private static final ElicitUrlRequest PAGE = ElicitUrlRequest.builder(
                        "Pay first", "https://example.org/pay", "p1")
                .build();

        private final AtomicBoolean visited = new AtomicBoolean();

        record Stay(int nights) {}

        @McpTool
        String stay(Stay stay) {
            return stay.toString();
        }

        @McpTool
        Mono<String> waiting(int number) {
            return Mono.just("Number " + number);
        }

        @McpTool(generateOutputSchema = true)
        Desk.@Nullable Room nowhere() {
            return null;
        }

        @McpTool(generateOutputSchema = true)
        Mono<Desk.Room> nowhereLater() {
            return Mono.empty();
        }

        @McpTool(generateOutputSchema = true)
        Optional<Desk.Room> perhaps() {
            return Optional.empty();
        }

        @McpTool
        McpSchema.CallToolResult kinds() {
            McpSchema.Annotations forUser = McpSchema.Annotations.builder()
                    .audience(List.of(McpSchema.Role.USER))
                    .priority(0.5)
                    .build();
            return McpSchema.CallToolResult.builder()
                    .addContent(McpSchema.TextContent.builder("text")
                            .annotations(forUser)
                            .build())
                    .addContent(
                            McpSchema.AudioContent.builder("AQID", "audio/wav").build())
                    .addContent(
                            McpSchema.EmbeddedResource.builder(McpSchema.TextResourceContents.builder("file:///a", "a")
                                            .mimeType("text/plain")
                                            .build())
                                    .build())
                    .addContent(McpSchema.EmbeddedResource.builder(
                                    McpSchema.BlobResourceContents.builder("file:///b", "AQID")
                                            .mimeType("application/pdf")
                                            .build())
                            .build())
                    .build();
        }

        @McpTool
        String consult(McpSyncRequestContext context) {
            McpSchema.CreateMessageResult answer = context.sample(question -> question.message("Should I?")
                    .systemPrompt("Be brief")
                    .temperature(0.5)
                    .maxTokens(7)
                    .modelPreferences(model -> model.modelHint("small").costPriority(1.0)));
            return ((McpSchema.TextContent) answer.content()).text() + " from " + answer.model();
        }

        @McpTool
        String visit(McpSyncRequestContext context) {
            return context.elicit(PAGE).action().name();
        }

        @McpTool
        String visitFirst() {
            if (visited.compareAndSet(false, true)) {
                throw McpError.URL_ELICITATION_REQUIRED.apply(List.of(PAGE));
            }
            visited.set(false);
            return "visited";
        }
    }
}
