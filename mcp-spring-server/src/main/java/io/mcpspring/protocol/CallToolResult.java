package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool call ({@code tools/call}). Created by a factory or the {@link #builder()}. Later revisions may
 * add components: use neither the canonical constructor nor record patterns.
 *
 * @param content the content that the model reads, in this order
 * @param structuredContent the same as JSON, for programs: before it is sent, any value that the application's
 *     {@code JsonMapper} can write; {@code null} for none (JSON's own null is
 *     {@code tools.jackson.databind.node.NullNode}). Omitted from an error
 * @param isError whether the tool failed, for the reason in {@code content}
 * @param meta the {@code _meta} of the result; {@code null} for none
 */
public record CallToolResult(
        List<Content> content,
        @Nullable Object structuredContent,
        boolean isError,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta)
        implements TypedResult {

    /**
     * Copies the content.
     *
     * @param content the content that the model reads, in this order
     * @param structuredContent the same as JSON, for programs: before it is sent, any value that the application's
     *     {@code JsonMapper} can write; {@code null} for none (JSON's own null is
     *     {@code tools.jackson.databind.node.NullNode}). Omitted from an error
     * @param isError whether the tool failed, for the reason in {@code content}
     * @param meta the {@code _meta} of the result; {@code null} for none
     */
    public CallToolResult {
        content = List.copyOf(content);
    }

    /**
     * Creates a success.
     *
     * @param content the content that the model reads
     */
    public CallToolResult(List<? extends Content> content) {
        this(List.copyOf(content), null, false, null);
    }

    /**
     * Creates a success.
     *
     * @param content the content that the model reads
     * @return the result
     */
    public static CallToolResult of(Content... content) {
        return new CallToolResult(List.of(content), null, false, null);
    }

    /**
     * Creates a success with structured content, which is sent as a text block as well.
     *
     * @param value any value that the application's {@code JsonMapper} can write
     * @return the result
     */
    public static CallToolResult structured(Object value) {
        return new CallToolResult(List.of(), value, false, null);
    }

    /**
     * Creates a failure, after which the model may try again.
     *
     * @param message the reason, and what to do instead
     * @return the result
     */
    public static CallToolResult error(String message) {
        return error(Content.text(message));
    }

    /**
     * Creates a failure, after which the model may try again.
     *
     * @param content the reason, and what to do instead
     * @return the result
     */
    public static CallToolResult error(Content... content) {
        return new CallToolResult(List.of(content), null, true, null);
    }

    /** {@return a builder, for content together with structured content} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the same result with another {@code _meta}.
     *
     * @param meta the {@code _meta}
     * @return the copy
     */
    public CallToolResult withMeta(Map<String, ?> meta) {
        return new CallToolResult(content, structuredContent, isError, meta);
    }

    /** Builds a result. */
    public static final class Builder {

        private final List<Content> content = new ArrayList<>();

        private @Nullable Object structuredContent;

        private boolean isError;

        private @Nullable Map<String, ?> meta;

        private Builder() {}

        /**
         * Adds a text.
         *
         * @param text a text that the model reads
         * @return this builder
         */
        public Builder text(String text) {
            return content(Content.text(text));
        }

        /**
         * Adds content.
         *
         * @param content content that the model reads
         * @return this builder
         */
        public Builder content(Content... content) {
            this.content.addAll(List.of(content));
            return this;
        }

        /**
         * Sets the structured content. It is also sent as a text block if there is no other content or it is not an
         * object.
         *
         * @param value any value that the application's {@code JsonMapper} can write
         * @return this builder
         */
        public Builder structuredContent(@Nullable Object value) {
            this.structuredContent = value;
            return this;
        }

        /**
         * Sets whether the tool failed.
         *
         * @param isError {@code false} by default
         * @return this builder
         */
        public Builder isError(boolean isError) {
            this.isError = isError;
            return this;
        }

        /**
         * Sets the {@code _meta} of the result.
         *
         * @param meta the members
         * @return this builder
         */
        public Builder meta(@Nullable Map<String, ?> meta) {
            this.meta = meta;
            return this;
        }

        /** {@return the result} */
        public CallToolResult build() {
            return new CallToolResult(content, structuredContent, isError, meta);
        }
    }
}
