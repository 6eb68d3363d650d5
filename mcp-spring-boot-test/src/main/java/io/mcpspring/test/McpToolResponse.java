package io.mcpspring.test;

import io.mcpspring.protocol.AudioContent;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.ImageContent;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.List;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;
import org.assertj.core.api.ObjectAssert;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The response to the call of a tool. Every assertion apart from {@link #error()} fails if the result is an error of
 * the tool.
 */
public final class McpToolResponse extends McpTestResponse {

    McpToolResponse(Outcome outcome) {
        super(outcome);
    }

    /**
     * Fails unless the call became a task, and starts an assertion of the id of the task.
     *
     * @return the assertion
     * @see McpTester.Builder#tasks
     */
    public AbstractStringAssert<?> taskId() {
        return messages().stream()
                .map(message -> message.at("/result/taskId").asString(""))
                .filter(id -> !id.isEmpty())
                .findFirst()
                .map(this::string)
                .orElseThrow(() -> outcome().failure("The call did not become a task"));
    }

    /**
     * Starts an assertion of the text of the result. The text of several blocks is joined by line feeds.
     *
     * @return the assertion
     */
    public AbstractStringAssert<?> text() {
        return string(Contents.text(blocks()));
    }

    /**
     * Starts an assertion of the structured content. Clients of 2025-03-26, which has no structured content, read the
     * same JSON from the text. In 2025-06-18 and 2025-11-25 structured content is always an object; if the tool returns
     * another value, that is the member {@code result} of the object, which this method unwraps. If the tool itself
     * returns such an object, the text of the result repeats it, and it is not unwrapped.
     *
     * @param <T> the type of the value
     * @param type the type that the value is read as
     * @return the assertion
     */
    public <T> ObjectAssert<T> structured(Class<T> type) {
        return structured(mapper().constructType(type));
    }

    /**
     * Starts an assertion of structured content of a generic type, such as a list.
     *
     * @param <T> the type of the value
     * @param type the type that the value is read as
     * @return the assertion
     */
    public <T> ObjectAssert<T> structured(ParameterizedTypeReference<T> type) {
        return structured(mapper().constructType(type.getType()));
    }

    /**
     * Starts an assertion of all blocks of content.
     *
     * @return the assertion
     */
    public ListAssert<Content> content() {
        return list(blocks());
    }

    /**
     * Starts an assertion of the first image.
     *
     * @return the assertion
     */
    public ObjectAssert<ImageContent> image() {
        return first(ImageContent.class);
    }

    /**
     * Starts an assertion of the first sound.
     *
     * @return the assertion
     */
    public ObjectAssert<AudioContent> audio() {
        return first(AudioContent.class);
    }

    /**
     * Fails unless the result is an error of the tool ({@code isError}), and starts an assertion of its text.
     *
     * @return an assertion of the text that the model reads
     */
    public AbstractStringAssert<?> error() {
        if (!isError()) {
            throw outcome().failure("The tool did not fail");
        }
        return string(Contents.text(Contents.contents(result().path("content"))));
    }

    private boolean isError() {
        return result().path("isError").asBoolean(false);
    }

    private JsonNode success() {
        if (isError()) {
            throw outcome().failure("The tool failed: " + Contents.text(Contents.contents(result().path("content"))));
        }
        return result();
    }

    private List<Content> blocks() {
        return Contents.contents(success().path("content"));
    }

    private <T extends Content> ObjectAssert<T> first(Class<T> type) {
        return blocks().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .map(content -> Assertions.assertThat(content).as(outcome()::description))
                .orElseThrow(() -> outcome().failure("The result contains no " + type.getSimpleName()));
    }

    private <T> ObjectAssert<T> structured(JavaType type) {
        T value;
        try {
            value = mapper().treeToValue(unwrapped(structuredContent(), type), type);
        } catch (JacksonException ex) {
            throw outcome()
                    .failure("The structured content cannot be read as %s: %s"
                            .formatted(type.toCanonical(), ex.getOriginalMessage()));
        }
        return Assertions.assertThat(value).as(outcome()::description);
    }

    // The text of a result shows what the tool returned. If the tool has written another text, the type decides.
    private JsonNode unwrapped(JsonNode content, JavaType type) {
        ProtocolVersion version = outcome().settings().version();
        JsonNode value = content.get("result");
        boolean possible = version.hasStructuredContent()
                && !version.hasAnyStructuredContent()
                && content.size() == 1
                && value != null;
        return possible && !isText(content) && isReadable(value, type) ? value : content;
    }

    private boolean isText(JsonNode content) {
        try {
            return mapper().readTree(Contents.text(blocks())).equals(content);
        } catch (JacksonException ex) {
            return false;
        }
    }

    private boolean isReadable(JsonNode content, JavaType type) {
        try {
            mapper().readerFor(type)
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .<Object>readValue(content);
            return true;
        } catch (JacksonException ex) {
            return false;
        }
    }

    private JsonNode structuredContent() {
        JsonNode result = success();
        if (!outcome().settings().version().hasStructuredContent()) {
            return textAsJson();
        }
        JsonNode content = result.get("structuredContent");
        if (content == null) {
            throw outcome().failure("The result has no structured content");
        }
        // As the mapper reads it from text, so that values are the same in all revisions.
        return mapper().readTree(content.toString());
    }

    // Other texts may precede the JSON.
    private JsonNode textAsJson() {
        List<Content> blocks = blocks();
        try {
            return mapper().readTree(Contents.text(blocks));
        } catch (JacksonException notOneValue) {
            return mapper().readTree(Contents.text(blocks.subList(Math.max(0, blocks.size() - 1), blocks.size())));
        }
    }

    private JsonMapper mapper() {
        return outcome().settings().mapper();
    }
}
