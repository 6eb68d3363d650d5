package io.mcpspring.springai;

import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.exchange.McpUrlElicitationRequiredException;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.AudioContent;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Completion;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.ImageContent;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ModelPreferences;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.protocol.ResourceLink;
import io.mcpspring.protocol.Role;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.SamplingMessage;
import io.mcpspring.protocol.SamplingMessageContentBlock;
import io.mcpspring.protocol.TextContent;
import io.mcpspring.protocol.UrlElicitation;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Values of the MCP Java SDK as values of this library, and the other way. */
final class SdkValues {

    private SdkValues() {}

    /** Reads a value of this library as one of the SDK that has the same JSON. */
    static <T> T read(Object ours, Class<T> type) {
        try {
            return McpJsonDefaults.getMapper().readValue(McpJson.writeValue(ours), type);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(JsonNode json) {
        return read(json, Map.class);
    }

    static JsonNode tree(Object json) {
        return McpJson.readTree(McpJson.writeValue(json));
    }

    /** Returns a result as the features of this library take it; other values are unchanged. */
    static @Nullable Object ours(@Nullable Object result) {
        if (result instanceof McpSchema.CallToolResult called) {
            return new CallToolResult(
                    called.content() == null
                            ? List.of()
                            : called.content().stream().map(SdkValues::ours).toList(),
                    called.structuredContent(),
                    Boolean.TRUE.equals(called.isError()),
                    called.meta());
        }
        if (result instanceof McpSchema.GetPromptResult prompt) {
            List<PromptMessage> messages = prompt.messages().stream()
                    .map(message -> new PromptMessage(ours(message.role()), ours(message.content())))
                    .toList();
            return new GetPromptResult(prompt.description(), messages, prompt.meta());
        }
        if (result instanceof McpSchema.ReadResourceResult read) {
            return new ReadResourceResult(
                    read.contents().stream().map(SdkValues::ours).toList(), read.meta());
        }
        if (result instanceof McpSchema.CompleteResult completed) {
            return ours(completed.completion());
        }
        if (result instanceof McpSchema.CompleteResult.CompleteCompletion completion) {
            List<String> values = completion.values();
            return new Completion(
                    values.subList(0, Math.min(values.size(), Completion.MAX_VALUES)),
                    completion.total(),
                    completion.hasMore());
        }
        return result;
    }

    static Object required(Object result) {
        return Objects.requireNonNull(ours(result));
    }

    private static Content ours(McpSchema.Content content) {
        if (content instanceof McpSchema.TextContent text) {
            return new TextContent(text.text(), ours(text.annotations()), text.meta());
        }
        if (content instanceof McpSchema.ImageContent image) {
            return new ImageContent(bytes(image.data()), image.mimeType(), ours(image.annotations()), image.meta());
        }
        if (content instanceof McpSchema.AudioContent audio) {
            return new AudioContent(bytes(audio.data()), audio.mimeType(), ours(audio.annotations()), audio.meta());
        }
        if (content instanceof McpSchema.EmbeddedResource embedded) {
            return new EmbeddedResource(ours(embedded.resource()), ours(embedded.annotations()), embedded.meta());
        }
        if (content instanceof McpSchema.ResourceLink link) {
            return new ResourceLink(
                    link.uri(),
                    link.name(),
                    link.title(),
                    link.description(),
                    link.mimeType(),
                    link.size(),
                    ours(link.annotations()),
                    List.of(),
                    link.meta());
        }
        throw new IllegalArgumentException(
                "Content of type " + content.getClass().getName() + " is not supported");
    }

    private static ResourceContents ours(McpSchema.ResourceContents contents) {
        return contents instanceof McpSchema.TextResourceContents text
                ? new ResourceContents.Text(text.uri(), text.mimeType(), text.text(), text.meta())
                : blob((McpSchema.BlobResourceContents) contents);
    }

    private static ResourceContents blob(McpSchema.BlobResourceContents contents) {
        return new ResourceContents.Blob(contents.uri(), contents.mimeType(), bytes(contents.blob()), contents.meta());
    }

    static byte[] bytes(String base64) {
        return Base64.getDecoder().decode(base64);
    }

    static @Nullable Annotations ours(McpSchema.@Nullable Annotations annotations) {
        return annotations == null
                ? null
                : new Annotations(
                        annotations.audience() == null
                                ? List.of()
                                : annotations.audience().stream()
                                        .map(SdkValues::ours)
                                        .toList(),
                        annotations.priority(),
                        annotations.lastModified() == null ? null : Instant.parse(annotations.lastModified()));
    }

    private static Role ours(McpSchema.Role role) {
        return Role.valueOf(role.name());
    }

    static LoggingLevel ours(McpSchema.LoggingLevel level) {
        return LoggingLevel.valueOf(level.name());
    }

    static CreateMessageRequest ours(McpSchema.CreateMessageRequest request) {
        List<SamplingMessage> messages = request.messages().stream()
                .map(message -> new SamplingMessage(ours(message.role()), List.of(block(message.content()))))
                .toList();
        return new CreateMessageRequest(
                messages,
                Objects.requireNonNull(request.maxTokens(), "maxTokens"),
                request.systemPrompt(),
                request.temperature(),
                request.stopSequences(),
                ours(request.modelPreferences()),
                request.metadata(),
                null,
                null);
    }

    private static SamplingMessageContentBlock block(McpSchema.Content content) {
        if (ours(content) instanceof SamplingMessageContentBlock block) {
            return block;
        }
        throw new IllegalArgumentException("A message to a model consists of text, images and audio, not of "
                + content.getClass().getSimpleName());
    }

    private static @Nullable ModelPreferences ours(McpSchema.@Nullable ModelPreferences preferences) {
        return preferences == null
                ? null
                : new ModelPreferences(
                        preferences.hints() == null
                                ? List.of()
                                : preferences.hints().stream()
                                        .map(hint -> new ModelPreferences.Hint(hint.name()))
                                        .toList(),
                        preferences.costPriority(),
                        preferences.speedPriority(),
                        preferences.intelligencePriority());
    }

    /** Returns the answer of a model, which has one block for the SDK: of several, their texts. */
    static McpSchema.CreateMessageResult theirs(CreateMessageResult answer) {
        List<SamplingMessageContentBlock> blocks = answer.content();
        return new McpSchema.CreateMessageResult(
                McpSchema.Role.valueOf(answer.role().name()),
                read(blocks.size() == 1 ? blocks.get(0) : Content.text(answer.text()), McpSchema.Content.class),
                answer.model(),
                answer.stopReason() == null ? null : McpSchema.CreateMessageResult.StopReason.of(answer.stopReason()));
    }

    static McpSchema.ListRootsResult theirs(List<Root> roots) {
        return McpSchema.ListRootsResult.builder(roots.stream()
                        .map(root -> new McpSchema.Root(root.uri().toString(), root.name()))
                        .toList())
                .build();
    }

    static McpSchema.ElicitResult theirs(ElicitResult<?> choice) {
        if (choice instanceof ElicitResult.Accepted<?> accepted) {
            return new McpSchema.ElicitResult(
                    McpSchema.ElicitResult.Action.ACCEPT, accepted.value() instanceof JsonNode form ? map(form) : null);
        }
        return new McpSchema.ElicitResult(
                choice instanceof ElicitResult.Declined
                        ? McpSchema.ElicitResult.Action.DECLINE
                        : McpSchema.ElicitResult.Action.CANCEL,
                null);
    }

    /** Returns the error of the protocol that an application has thrown. */
    static RuntimeException ours(McpError failure, McpRequestContext context) {
        McpSchema.JSONRPCResponse.JSONRPCError error = failure.getJsonRpcError();
        int code = error == null || error.code() == null ? JsonRpcError.INTERNAL_ERROR : error.code();
        String message = String.valueOf(error == null ? failure.getMessage() : error.message());
        return switch (code) {
            case McpSchema.ErrorCodes.RESOURCE_NOT_FOUND ->
                McpProtocolException.resourceNotFound(context.name(), message, context.protocolVersion());
            case JsonRpcError.URL_ELICITATION_REQUIRED -> new McpUrlElicitationRequiredException(pages(error));
            default ->
                code >= -32099 && code <= -32000
                        ? new McpProtocolException(JsonRpcError.INTERNAL_ERROR, message)
                        : new McpProtocolException(code, message, error == null ? null : error.data());
        };
    }

    private static List<UrlElicitation> pages(McpSchema.JSONRPCResponse.JSONRPCError error) {
        return tree(error.data())
                .path("elicitations")
                .valueStream()
                .map(page -> new UrlElicitation(
                        page.path("elicitationId").asString(),
                        page.path("message").asString(),
                        URI.create(page.path("url").asString())))
                .toList();
    }
}
