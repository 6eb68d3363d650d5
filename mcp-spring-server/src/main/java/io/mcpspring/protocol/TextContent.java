package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Text. Later revisions may add components: use neither the canonical constructor nor record patterns.
 *
 * @param text the text
 * @param annotations how a client may use it; {@code null} for no statement
 * @param meta the {@code _meta}, sent from revision 2025-06-18 on; {@code null} for none
 */
public record TextContent(
        String text,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) implements Content, SamplingMessageContentBlock {

    /**
     * Checks that the text is present.
     *
     * @param text the text
     * @param annotations how a client may use it; {@code null} for no statement
     * @param meta the {@code _meta}, sent from revision 2025-06-18 on; {@code null} for none
     */
    public TextContent {
        Objects.requireNonNull(text, "text");
    }

    @Override
    public String type() {
        return "text";
    }

    @Override
    public TextContent withAnnotations(@Nullable Annotations annotations) {
        return new TextContent(text, annotations, meta);
    }

    @Override
    public TextContent withMeta(@Nullable Map<String, ?> meta) {
        return new TextContent(text, this.annotations, meta);
    }
}
