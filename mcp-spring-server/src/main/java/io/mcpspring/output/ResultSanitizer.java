package io.mcpspring.output;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.content.ResultRules;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.protocol.ResourceLink;
import io.mcpspring.protocol.TextContent;
import io.mcpspring.text.HiddenCharacters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * Removes hidden characters from the texts of results. Texts without any are not copied, because nearly all are.
 *
 * <p>The texts of prompts belong to the application; neither they nor the data of binary content are changed.
 */
@Internal
public final class ResultSanitizer implements BuiltInInterceptor {

    /** Finds objects with two members of one name; reads all that the server itself has written. */
    private static final JsonFactory DISTINCT_NAMES = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    @Override
    public InterceptorStage stage() {
        return InterceptorStage.SANITIZING;
    }

    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        ResultRules rules = invocation.resultRules();
        Mono<McpResult> result = chain.proceed(invocation);
        return rules != null && rules.sanitize()
                ? result.flatMap(complete -> UserCode.mono(() -> Mono.just(sanitized(complete, invocation))))
                : result;
    }

    private static McpResult sanitized(McpResult result, Invocation<?, ?> call) {
        if (result instanceof CallToolResult ofTool) {
            CallToolResult written = WrittenResult.of(ofTool);
            return written.structuredContent() instanceof JsonValue json
                    ? structured(written, json, call)
                    : texts(written);
        }
        if (result instanceof ReadResourceResult ofResource) {
            List<ResourceContents> contents = each(ofResource.contents(), ResultSanitizer::document);
            return contents == ofResource.contents() ? result : new ReadResourceResult(contents, ofResource.meta());
        }
        return result;
    }

    private static CallToolResult texts(CallToolResult result) {
        List<Content> content = each(result.content(), ResultSanitizer::block);
        return content == result.content()
                ? result
                : new CallToolResult(content, result.structuredContent(), result.isError(), result.meta());
    }

    // The block that repeats the structured content has the very same text, which is examined once.
    private static CallToolResult structured(CallToolResult result, JsonValue json, Invocation<?, ?> call) {
        String text = json.text();
        // As many bytes as characters: all of them are ASCII.
        String clean = HiddenCharacters.removeFromJson(text, json.utf8().length == text.length());
        if (clean != text && hasDistinctNames(text) && !hasDistinctNames(clean)) {
            return CallToolResult.error(
                    call.describe() + " returned members whose names differ only by invisible characters.");
        }
        List<Content> content = each(
                result.content(),
                block -> block instanceof TextContent copy && copy.text() == text
                        ? withText(copy, clean)
                        : block(block));
        if (clean == text && content == result.content()) {
            return result;
        }
        JsonValue cleanJson = clean == text ? json : JsonValue.ofUtf8(clean.getBytes(StandardCharsets.UTF_8));
        return new CallToolResult(content, cleanJson, result.isError(), result.meta());
    }

    private static boolean hasDistinctNames(String json) {
        try (JsonParser parser = DISTINCT_NAMES.createParser(ObjectReadContext.empty(), json)) {
            while (parser.nextToken() != null) {
                // Reads on.
            }
            return true;
        } catch (StreamReadException duplicate) {
            return false;
        }
    }

    private static Content block(Content block) {
        if (block instanceof TextContent text) {
            return withText(text, HiddenCharacters.remove(text.text()));
        }
        if (block instanceof EmbeddedResource embedded) {
            ResourceContents document = document(embedded.resource());
            return document == embedded.resource()
                    ? embedded
                    : new EmbeddedResource(document, embedded.annotations(), embedded.meta());
        }
        return block instanceof ResourceLink link ? link(link) : block;
    }

    private static TextContent withText(TextContent block, String text) {
        return text == block.text() ? block : new TextContent(text, block.annotations(), block.meta());
    }

    private static ResourceContents document(ResourceContents document) {
        if (!(document instanceof ResourceContents.Text text)) {
            return document;
        }
        String clean = HiddenCharacters.remove(text.text());
        return clean == text.text()
                ? document
                : new ResourceContents.Text(text.uri(), text.mimeType(), clean, text.meta());
    }

    private static ResourceLink link(ResourceLink link) {
        return new ResourceLink(
                link.uri(),
                HiddenCharacters.remove(link.name()),
                remove(link.title()),
                remove(link.description()),
                link.mimeType(),
                link.size(),
                link.annotations(),
                link.icons(),
                link.meta());
    }

    private static @Nullable String remove(@Nullable String text) {
        return text == null ? null : HiddenCharacters.remove(text);
    }

    /** Returns the changed elements; the same list if none has changed. */
    private static <T> List<T> each(List<T> elements, UnaryOperator<T> change) {
        List<T> result = elements;
        for (int i = 0; i < elements.size(); i++) {
            T element = elements.get(i);
            T changed = change.apply(element);
            if (changed != element) {
                if (result == elements) {
                    result = new ArrayList<>(elements);
                }
                result.set(i, changed);
            }
        }
        return result;
    }
}
