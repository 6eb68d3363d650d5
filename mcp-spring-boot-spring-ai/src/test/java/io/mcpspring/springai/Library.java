package io.mcpspring.springai;

import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.ai.mcp.annotation.McpArg;
import org.springframework.ai.mcp.annotation.McpComplete;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import reactor.core.publisher.Mono;

/** Prompts, resources and completions with every type that a method may return. */
class Library {

    @McpPrompt(name = "review", description = "Asks for a review")
    String review(@McpArg(name = "book", description = "Title of the book", required = true) String book, String tone) {
        return "Review " + book + " " + tone;
    }

    @McpPrompt
    List<String> steps() {
        return List.of("one", "two");
    }

    @McpPrompt
    PromptMessage question(Map<String, Object> arguments) {
        return message(Role.USER, "Question" + arguments);
    }

    @McpPrompt
    List<PromptMessage> dialogue() {
        return List.of(message(Role.USER, "Hello"), message(Role.ASSISTANT, "Hi"));
    }

    @McpPrompt
    Mono<GetPromptResult> later(GetPromptRequest request) {
        return Mono.just(GetPromptResult.builder(List.of(message(Role.USER, request.name())))
                .description("Made later")
                .build());
    }

    @McpPrompt
    String asking(McpSyncRequestContext context) {
        return context.elicit(asked -> asked.message("Which?"), Choice.class)
                .structuredContent()
                .title();
    }

    @McpPrompt
    String brokenPrompt() {
        throw new IllegalStateException("secret");
    }

    record Choice(String title) {}

    @McpResource(
            uri = "books://all",
            name = "books",
            title = "All books",
            description = "All books",
            metaProvider = Desk.Tags.class)
    List<String> books() {
        return List.of("Emma", "Ulysses");
    }

    @McpResource(uri = "books://{author}/{title}", mimeType = "text/markdown")
    String book(String first, String second, McpSyncServerExchange exchange) {
        return "# " + second + " by " + first + exchange.getClientInfo().name();
    }

    @McpResource(uri = "books://cover", mimeType = "image/png")
    Mono<ReadResourceResult> cover(ReadResourceRequest request) {
        return Mono.just(
                ReadResourceResult.builder(List.of(McpSchema.BlobResourceContents.builder(request.uri(), "AQID")
                                .mimeType("image/png")
                                .build()))
                        .build());
    }

    @McpResource(uri = "books://lost")
    String lost() {
        throw McpError.RESOURCE_NOT_FOUND.apply("books://lost");
    }

    @McpResource(uri = "books://broken")
    String broken() {
        throw new IllegalStateException("secret");
    }

    @McpComplete(prompt = "review")
    List<String> completeReview(CompleteRequest request) {
        return Stream.of("Emma", "Ulysses", "kind", "harsh")
                .filter(value -> value.startsWith(request.argument().value()))
                .map(value -> request.argument().name() + " " + value)
                .toList();
    }

    @McpComplete(uri = "books://{author}/{title}")
    Mono<CompleteCompletion> completeBook(String value) {
        return Mono.just(new CompleteCompletion(List.of(value + "!"), 1, false));
    }

    private static PromptMessage message(Role role, String text) {
        return PromptMessage.builder(role, TextContent.builder(text).build()).build();
    }
}
