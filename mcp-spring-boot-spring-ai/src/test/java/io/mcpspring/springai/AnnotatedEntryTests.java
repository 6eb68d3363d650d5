package io.mcpspring.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.test.McpTester;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.mcp.annotation.McpArg;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

/** Methods with {@code @McpPrompt}, {@code @McpResource} and {@code @McpComplete} of Spring AI. */
class AnnotatedEntryTests {

    private static Server server;

    @BeforeAll
    static void start() {
        server = Server.start(Application.class);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void aPromptHasTheArgumentsOfItsMethod() {
        Prompt review = server.client().prompts().stream()
                .filter(prompt -> prompt.name().equals("review"))
                .findFirst()
                .orElseThrow();
        assertThat(review.description()).isEqualTo("Asks for a review");
        assertThat(review.title()).isNull();
        assertThat(review.arguments())
                .containsExactly(
                        PromptArgument.of("book")
                                .withDescription("Title of the book")
                                .withRequired(true),
                        PromptArgument.of("tone")
                                .withDescription("Parameter of type String")
                                .withRequired(false));
    }

    @Eras
    void everyReturnTypeOfAPromptBecomesMessages(ProtocolVersion version) {
        McpTester client = server.client(version);
        client.prompt("review")
                .argument("book", "Emma")
                .execute()
                .promptMessages()
                .containsExactly(PromptMessage.assistant("Review Emma null"));
        client.prompt("steps")
                .execute()
                .promptMessages()
                .containsExactly(PromptMessage.assistant("one"), PromptMessage.assistant("two"));
        client.prompt("question")
                .argument("any", "thing")
                .execute()
                .promptMessages()
                .containsExactly(PromptMessage.user("Question{any=thing}"));
        client.prompt("dialogue")
                .execute()
                .promptMessages()
                .containsExactly(PromptMessage.user("Hello"), PromptMessage.assistant("Hi"));
        var later = client.prompt("later").execute();
        later.promptMessages().containsExactly(PromptMessage.user("later"));
        later.description().isEqualTo("Made later");
    }

    @ParameterizedTest
    @ValueSource(strings = {"copies", "copiesLater"})
    void anArgumentOfAPromptThatIsNoNumberIsRefused(String prompt) {
        server.client()
                .prompt(prompt)
                .argument("count", "many")
                .execute()
                .rejected(-32602)
                .contains("One of the arguments cannot be read as a number: many");
    }

    @Eras
    void aPromptAsksTheUser(ProtocolVersion version) {
        server.client(version)
                .prompt("asking")
                .onElicitation(asked -> asked.accept(new Library.Choice("Emma")))
                .execute()
                .promptMessages()
                .containsExactly(PromptMessage.assistant("Emma"));
    }

    @Test
    void aResourceIsDescribedByItsAnnotation() {
        Resource books = server.client().resources().stream()
                .filter(resource -> resource.uri().equals("books://all"))
                .findFirst()
                .orElseThrow();
        assertThat(books.name()).isEqualTo("books");
        assertThat(books.title()).isEqualTo("All books");
        assertThat(books.mimeType()).isEqualTo("text/plain");
        assertThat(books.meta()).isEqualTo(Map.of("team", "front"));
        assertThat(server.client().resourceTemplates())
                .extracting(template -> template.uriTemplate() + " " + template.name())
                .containsExactly("books://{author}/{title} book");
    }

    @Eras
    void everyReturnTypeOfAResourceBecomesContents(ProtocolVersion version) {
        McpTester client = server.client(version);
        client.resource("books://all")
                .execute()
                .contents()
                .containsExactly(
                        new ResourceContents.Text("books://all", "text/plain", "Emma", Map.of("team", "front")),
                        new ResourceContents.Text("books://all", "text/plain", "Ulysses", Map.of("team", "front")));
        client.resource("books://cover").execute().bytes().containsExactly(1, 2, 3);
    }

    @Eras
    void variablesOfATemplateArePassedInTheirOrder(ProtocolVersion version) {
        server.client(version)
                .resource("books://Austen/Emma")
                .execute()
                .text()
                .isEqualTo("# Emma by Austenmcp-spring-boot-test");
    }

    @Test
    void failuresAreErrorsOfTheProtocol() {
        server.client().resource("books://lost").execute().rejected(-32602);
        server.client(ProtocolVersion.V2025_11_25)
                .resource("books://lost")
                .execute()
                .rejected(-32002);
        server.client().resource("books://broken").execute().rejected(-32603).doesNotContain("secret");
        server.client().prompt("brokenPrompt").execute().rejected(-32603).doesNotContain("secret");
    }

    @Eras
    void oneMethodCompletesEveryArgument(ProtocolVersion version) {
        McpTester client = server.client(version);
        client.completePrompt("review", "book", "E").execute().values().containsExactly("book Emma");
        client.completePrompt("review", "tone", "k").execute().values().containsExactly("tone kind");
        client.completeResource("books://{author}/{title}", "author", "Au")
                .execute()
                .values()
                .containsExactly("Au!");
    }

    @Import({Library.class, Press.class})
    static class Application {}

    static class Press {

        @McpPrompt
        String copies(@McpArg int count) {
            return "Print " + count;
        }

        @McpPrompt
        Mono<String> copiesLater(@McpArg long count) {
            return Mono.just("Print " + count);
        }
    }
}
