package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A document with its address. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface ResourceContents {

    /**
     * A document as its media type asks for: a text for a media type of text ({@code text/*}, JSON, XML, YAML) in
     * UTF-8, or else binary.
     */
    static ResourceContents of(String uri, String mimeType, byte[] data) {
        String text = BinaryData.text(data, mimeType);
        return text != null ? new Text(uri, mimeType, text, null) : new Blob(uri, mimeType, data, null);
    }

    String uri();

    @Nullable
    String mimeType();

    @JsonProperty("_meta")
    @Nullable
    Map<String, ?> meta();

    /** The same document with another {@code _meta}. */
    ResourceContents withMeta(@Nullable Map<String, ?> meta);

    /** A text document. */
    record Text(
            String uri,
            @Nullable String mimeType,
            String text,
            @JsonProperty("_meta") @Nullable Map<String, ?> meta) implements ResourceContents {

        public Text {
            Objects.requireNonNull(uri, "uri");
            Objects.requireNonNull(text, "text");
        }

        /** A text document without {@code _meta}. */
        public Text(String uri, @Nullable String mimeType, String text) {
            this(uri, mimeType, text, null);
        }

        @Override
        public Text withMeta(@Nullable Map<String, ?> meta) {
            return new Text(this.uri, this.mimeType, this.text, meta);
        }
    }

    /**
     * A binary document.
     *
     * @param blob the bytes; not copied
     */
    record Blob(
            String uri,
            @Nullable String mimeType,
            byte[] blob,
            @JsonProperty("_meta") @Nullable Map<String, ?> meta) implements ResourceContents {

        public Blob {
            Objects.requireNonNull(uri, "uri");
            Objects.requireNonNull(blob, "blob");
        }

        /** A binary document without {@code _meta}. */
        public Blob(String uri, @Nullable String mimeType, byte[] blob) {
            this(uri, mimeType, blob, null);
        }

        @Override
        public Blob withMeta(@Nullable Map<String, ?> meta) {
            return new Blob(this.uri, this.mimeType, this.blob, meta);
        }
    }
}
