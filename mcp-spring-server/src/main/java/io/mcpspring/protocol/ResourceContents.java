package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A document of a resource. The protocol may add kinds of documents. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface ResourceContents {

    /**
     * A document as its media type asks for: a text for a media type of text ({@code text/*}, JSON, XML, YAML) in
     * UTF-8, or else binary.
     *
     * @param uri the URI of the document
     * @param mimeType the media type
     * @param data the data; not copied
     * @return the document
     */
    static ResourceContents of(String uri, String mimeType, byte[] data) {
        String text = Utf8.text(data, mimeType);
        return text != null ? new Text(uri, mimeType, text, null) : new Blob(uri, mimeType, data, null);
    }

    /** {@return the URI of the document} */
    String uri();

    /** {@return the media type; {@code null} if it is not known} */
    @Nullable
    String mimeType();

    /** {@return the {@code _meta}; {@code null} for none} */
    @JsonProperty("_meta")
    @Nullable
    Map<String, ?> meta();

    /**
     * Returns a copy with another {@code _meta}.
     *
     * @param meta the {@code _meta}; {@code null} for none
     * @return the copy
     */
    ResourceContents withMeta(@Nullable Map<String, ?> meta);

    /**
     * A text document.
     *
     * @param uri the URI of the document
     * @param mimeType the media type; {@code null} if it is not known
     * @param text the text
     * @param meta the {@code _meta}; {@code null} for none
     */
    record Text(
            String uri,
            @Nullable String mimeType,
            String text,
            @JsonProperty("_meta") @Nullable Map<String, ?> meta) implements ResourceContents {

        /**
         * Checks that URI and text are present.
         *
         * @param uri the URI of the document
         * @param mimeType the media type; {@code null} if it is not known
         * @param text the text
         * @param meta the {@code _meta}; {@code null} for none
         */
        public Text {
            Objects.requireNonNull(uri, "uri");
            Objects.requireNonNull(text, "text");
        }

        /**
         * Creates a text document without {@code _meta}.
         *
         * @param uri the URI of the document
         * @param mimeType the media type; {@code null} if it is not known
         * @param text the text
         */
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
     * @param uri the URI of the document
     * @param mimeType the media type; {@code null} if it is not known
     * @param blob the bytes; not copied
     * @param meta the {@code _meta}; {@code null} for none
     */
    record Blob(
            String uri,
            @Nullable String mimeType,
            byte[] blob,
            @JsonProperty("_meta") @Nullable Map<String, ?> meta) implements ResourceContents {

        /**
         * Checks that URI and bytes are present.
         *
         * @param uri the URI of the document
         * @param mimeType the media type; {@code null} if it is not known
         * @param blob the bytes; not copied
         * @param meta the {@code _meta}; {@code null} for none
         */
        public Blob {
            Objects.requireNonNull(uri, "uri");
            Objects.requireNonNull(blob, "blob");
        }

        /**
         * Creates a binary document without {@code _meta}.
         *
         * @param uri the URI of the document
         * @param mimeType the media type; {@code null} if it is not known
         * @param blob the bytes; not copied
         */
        public Blob(String uri, @Nullable String mimeType, byte[] blob) {
            this(uri, mimeType, blob, null);
        }

        @Override
        public Blob withMeta(@Nullable Map<String, ?> meta) {
            return new Blob(this.uri, this.mimeType, this.blob, meta);
        }
    }
}
