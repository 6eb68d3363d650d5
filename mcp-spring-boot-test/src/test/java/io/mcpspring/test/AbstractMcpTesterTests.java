package io.mcpspring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.mcpspring.McpServer;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.Tool;
import io.mcpspring.resource.McpResources;
import io.mcpspring.test.autoconfigure.AutoConfigureMcpTester;
import io.mcpspring.test.shop.ShopApplication;
import io.mcpspring.test.shop.ShopMethods;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.test.context.ContextConfiguration;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a tester does on every web stack, over HTTP and in process. */
@ContextConfiguration(classes = ShopApplication.class)
@AutoConfigureMcpTester
abstract class AbstractMcpTesterTests {

    /** Longer than several keep-alive times of the servers under test. */
    private static final Duration SHORT = Duration.ofMillis(500);

    static final List<ProtocolVersion> NEWEST_OF_EACH_ERA =
            List.of(Collections.max(ProtocolVersion.legacy()), ProtocolVersion.newest());

    /** In the extent quick the two that differ most, otherwise all. */
    static final List<ProtocolVersion> REVISIONS =
            System.getProperty("mcp.tests.extent", "quick").equals("quick")
                    ? NEWEST_OF_EACH_ERA
                    : List.of(ProtocolVersion.values());

    static final List<ProtocolVersion> WITH_STRUCTURED_CONTENT =
            REVISIONS.stream().filter(ProtocolVersion::hasStructuredContent).toList();

    @Autowired
    McpTester tester;

    @Autowired
    private ShopMethods methods;

    @Autowired
    private McpServer server;

    @Autowired
    private McpTools tools;

    @Autowired
    private McpResources resources;

    McpTester in(ProtocolVersion version) {
        return tester.mutate().protocolVersion(version).build();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void entriesAreListed(ProtocolVersion version) {
        McpTester mcp = in(version);
        assertThat(mcp.tools()).extracting(Tool::name).contains("add", "book", "count");
        assertThat(mcp.prompts())
                .singleElement()
                .matches(prompt -> prompt.name().equals("greet"));
        assertThat(mcp.resources()).extracting(Resource::uri).containsExactly("shop://logo");
        assertThat(mcp.resourceTemplates())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("shop://articles/{id}");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void argumentsAndResultsAreTyped(ProtocolVersion version) {
        McpTester mcp = in(version);
        mcp.call("add")
                .argument("a", 1)
                .argument("b", 2)
                .execute()
                .structured(ShopMethods.Sum.class)
                .isEqualTo(new ShopMethods.Sum(3));
        mcp.call("add")
                .arguments(Map.of("a", 3, "b", 4))
                .execute()
                .structured(ShopMethods.Sum.class)
                .isEqualTo(new ShopMethods.Sum(7));
        mcp.call("add").argumentsAsJson("{\"a\": 5, \"b\": 6}").execute().text().contains("11");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void aListIsReadFromStructuredContent(ProtocolVersion version) {
        McpToolResponse words = in(version).call("words").execute();
        words.structured(new ParameterizedTypeReference<List<String>>() {}).isEqualTo(List.of("one", "two"));
        words.structured(Object.class).isEqualTo(List.of("one", "two"));
        words.structured(JsonNode.class).isEqualTo(json("[\"one\", \"two\"]"));
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void anObjectWithTheMemberResultIsNotUnwrapped(ProtocolVersion version) {
        McpToolResponse rating = in(version).call("rate").execute();
        rating.structured(ShopMethods.Rating.class).isEqualTo(new ShopMethods.Rating(4.5));
        rating.structured(Map.class).isEqualTo(Map.of("result", 4.5));
        rating.structured(Object.class).isEqualTo(Map.of("result", 4.5));
        rating.structured(JsonNode.class).extracting(JsonNode::toString).isEqualTo("{\"result\":4.5}");
        McpToolResponse best = in(version).call("best").execute();
        best.structured(ShopMethods.Rating.class).isEqualTo(new ShopMethods.Rating(5));
        best.structured(Map.class).isEqualTo(Map.of("result", 5.0));
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void aListWithAnotherTextIsRead(ProtocolVersion version) {
        McpToolResponse words = in(version).call("sentence").execute();
        words.structured(String[].class).isEqualTo(new String[] {"one", "two"});
        words.structured(Object.class).isEqualTo(List.of("one", "two"));
        words.structured(JsonNode.class).isEqualTo(json("[\"one\", \"two\"]"));
    }

    @ParameterizedTest
    @FieldSource("WITH_STRUCTURED_CONTENT")
    void anObjectWithAnotherTextIsReadByItsType(ProtocolVersion version) {
        McpToolResponse rating = in(version).call("opinion").execute();
        rating.structured(ShopMethods.Rating.class).isEqualTo(new ShopMethods.Rating(4.5));
        rating.structured(Map.class).isEqualTo(Map.of("result", 4.5));
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void imagesAndSoundsAreRead(ProtocolVersion version) {
        McpTester mcp = in(version);
        mcp.call("draw").execute().image().satisfies(image -> {
            assertThat(image.mimeType()).isEqualTo("image/png");
            assertThat(image.data()).containsExactly(1, 2);
        });
        mcp.call("draw").execute().content().first().isEqualTo(Content.text("A dot"));
        mcp.call("play").execute().audio().matches(sound -> sound.data()[0] == 3);
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void errorsOfToolsAndOfTheProtocolDiffer(ProtocolVersion version) {
        McpTester mcp = in(version);
        mcp.call("fail").execute().error().isEqualTo("Sold out");
        mcp.call("nothing").execute().rejected(-32602).contains("nothing");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void progressAndLogMessagesPrecedeTheResponse(ProtocolVersion version) {
        McpToolResponse response = in(version)
                .mutate()
                .logLevel(LoggingLevel.INFO)
                .build()
                .call("report")
                .execute();
        response.text().isEqualTo("reported");
        response.progress().extracting(McpTestResponse.Progress::progress).startsWith(1.0);
        response.logs()
                .singleElement()
                .matches(message -> message.data().asString().equals("Almost sold out"));
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void questionsAreAnswered(ProtocolVersion version) {
        McpTester mcp = in(version);
        mcp.call("book")
                .onElicitation(form -> form.accept(new ShopMethods.Seats(2)))
                .execute()
                .text()
                .isEqualTo("Booked 2");
        mcp.call("book")
                .onElicitation(McpTestRequest.Elicitation::decline)
                .execute()
                .text()
                .isEqualTo("Not booked");
        mcp.call("think")
                .onSampling(question -> question.reply(question.text() + " Yes."))
                .execute()
                .text()
                .isEqualTo("Think! Yes.");
        mcp.call("roots")
                .roots(URI.create("file:///a"), URI.create("file:///b"))
                .execute()
                .text()
                .isEqualTo("2");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void anUnansweredQuestionFails(ProtocolVersion version) {
        McpTestRequest<McpToolResponse> request = in(version).call("book");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(request::execute)
                .withMessageContaining("Add onElicitation")
                .withMessageContaining("How many seats?");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void theCallEndsWhenTheTestFails(ProtocolVersion version) throws InterruptedException {
        McpTester mcp = in(version).mutate().timeout(SHORT).build();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(mcp.call("wait")::execute)
                .withMessageContaining("did not send the next message");
        assertThat(methods.isCancelled()).isTrue();
        McpTestRequest<McpToolResponse> request = mcp.call("book").onElicitation(form -> {
            throw new IllegalStateException(form.message());
        });
        assertThatIllegalStateException().isThrownBy(request::execute).withMessage("How many seats?");
        await().untilAsserted(() ->
                assertThat(server.parts().state().numbers().questions()).isZero());
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void aClientWithoutACapabilityIsNotAsked(ProtocolVersion version) {
        in(version)
                .mutate()
                .capabilities(ClientCapabilities.Feature.ROOTS)
                .build()
                .call("book")
                .execute()
                .questions()
                .forEach(question -> {
                    throw new AssertionError(question);
                });
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void promptsResourcesAndProposalsAreRead(ProtocolVersion version) {
        McpTester mcp = in(version);
        McpPromptResponse greeting = mcp.prompt("greet").argument("name", "Ann").execute();
        greeting.text().isEqualTo("Hello Ann");
        greeting.promptMessages().containsExactly(PromptMessage.user("Hello Ann"));
        greeting.description().isEqualTo("Greets");
        mcp.resource("shop://articles/7").execute().text().isEqualTo("Article 7");
        mcp.resource("shop://logo").execute().bytes().containsExactly(4, 5);
        mcp.completePrompt("greet", "name", "x").execute().values().containsExactly("xa", "xb");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void aCallIsCancelled(ProtocolVersion version) throws InterruptedException {
        McpRunningRequest<McpToolResponse> call = in(version).call("wait").start();
        call.nextProgress().extracting(McpTestResponse.Progress::progress).isEqualTo(1.0);
        call.cancel();
        assertThat(methods.isCancelled()).isTrue();
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void argumentsAreRepeatedInHeadersIfTheToolRequiresIt(ProtocolVersion version) {
        in(version).call("route").argument("region", "Bär").execute().text().isEqualTo("Bär");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void changesAreAwaitedOnAStream(ProtocolVersion version) {
        McpToolDefinition tool = McpToolDefinition.named("new")
                .description("Is new")
                .call((arguments, exchange) -> "new")
                .build();
        try (McpTestStream stream = in(version).listen("shop://articles/7", "shop://logo")) {
            resources.updated(URI.create("shop://articles/8"));
            resources.updated(URI.create("shop://articles/7"));
            stream.awaitUpdate("shop://articles/7");
            tools.update(changes -> changes.add(tool));
            tools.update(changes -> changes.remove("new"));
            stream.awaitToolsChanged().awaitToolsChanged();
            resources.updated(URI.create("shop://logo"));
            stream.awaitUpdate("shop://logo");
            assertThat(stream.received())
                    .filteredOn(message -> message.get("method").stringValue().startsWith("notifications/resources/"))
                    .extracting(message -> message.at("/params/uri").stringValue())
                    .containsExactly("shop://articles/7", "shop://logo");
        }
    }

    @ParameterizedTest
    @FieldSource("NEWEST_OF_EACH_ERA")
    @Timeout(60)
    void aWaitEndsEvenIfTheServerKeepsTheStreamOpen(ProtocolVersion version) {
        McpTester mcp = in(version).mutate().timeout(SHORT).build();
        try (McpTestStream stream = mcp.listen()) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(stream::awaitToolsChanged)
                    .withMessageContaining("The server did not send 'notifications/tools/list_changed' within PT0.5S");
        }
        McpRunningRequest<McpToolResponse> call = mcp.call("silent").start();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(call::response)
                .withMessageContaining("The server did not send the next message for 'tools/call' within PT0.5S");
        call.cancel();
    }

    @ParameterizedTest
    @FieldSource("NEWEST_OF_EACH_ERA")
    @Timeout(60)
    void otherMessagesDoNotExtendTheWaitForANotification(ProtocolVersion version) {
        McpTester mcp = in(version).mutate().timeout(SHORT).build();
        Disposable updates = Flux.interval(SHORT.dividedBy(10))
                .subscribe(tick -> resources.updated(URI.create("shop://articles/7")));
        try (McpTestStream stream = mcp.listen("shop://articles/7")) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(stream::awaitToolsChanged)
                    .withMessageContaining("'notifications/tools/list_changed' within PT0.5S");
            assertThat(stream.received()).isNotEmpty();
        } finally {
            updates.dispose();
        }
        McpRunningRequest<McpToolResponse> call = mcp.call("tick").start();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(call::nextLog)
                .withMessageContaining("'notifications/message' within PT0.5S");
        call.cancel();
    }

    @Test
    void aStreamOfUnknownResourcesIsRefused() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> tester.listen("shop://logo", "shop://unknown"))
                .withMessageContaining("shop://unknown");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> in(ProtocolVersion.V2025_11_25).listen("shop://unknown"))
                .withMessageContaining("shop://unknown");
    }

    @Test
    void aTaskIsFollowedToItsEnd() {
        McpTester mcp = tester.mutate().tasks().build();
        McpToolResponse booked = mcp.call("bookLater")
                .onElicitation(form -> form.accept(new ShopMethods.Seats(2)))
                .execute();
        booked.text().isEqualTo("Booked 2");
        booked.taskId().isNotEmpty();
        assertThat(booked.questions()).hasSize(1);
        mcp.call("bookLater")
                .onElicitation(McpTestRequest.Elicitation::decline)
                .execute()
                .error()
                .isEqualTo("Not booked");
        McpToolResponse sum = mcp.call("add").argument("a", 1).argument("b", 2).execute();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(sum::taskId)
                .withMessageContaining("did not become a task");
        tester.call("bookLater").execute().rejected(-32021);
    }

    @Test
    void anyRequestIsSent() {
        assertThat(tester.request("server/discover").execute().result().has("supportedVersions"))
                .isTrue();
    }
}
