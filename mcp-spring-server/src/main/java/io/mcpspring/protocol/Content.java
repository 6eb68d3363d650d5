package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A block of content in a result or a message. The protocol may add kinds of content. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface Content permits TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource {

    /**
     * Creates a text.
     *
     * @param text the text
     * @return the content
     */
    static TextContent text(String text) {
        return new TextContent(text, null, null);
    }

    /**
     * Creates an image.
     *
     * @param data the encoded image; not copied
     * @param mimeType the media type, {@code image/*}
     * @return the content
     */
    static ImageContent image(byte[] data, String mimeType) {
        return new ImageContent(data, mimeType, null, null);
    }

    /**
     * Creates sound.
     *
     * @param data the encoded audio; not copied
     * @param mimeType the media type, {@code audio/*}
     * @return the content
     */
    static AudioContent audio(byte[] data, String mimeType) {
        return new AudioContent(data, mimeType, null, null);
    }

    /**
     * Creates a link to a resource. Clients of revision 2025-03-26 get it as text.
     *
     * @param uri the URI of the resource
     * @param name the name of the resource
     * @return the content
     */
    static ResourceLink link(URI uri, String name) {
        return new ResourceLink(uri.toString(), name, null, null, null, null, null, List.of(), null);
    }

    /**
     * Creates an embedded text document.
     *
     * @param uri the URI of the document
     * @param mimeType the media type
     * @param text the text
     * @return the content
     */
    static EmbeddedResource resource(URI uri, String mimeType, String text) {
        return new EmbeddedResource(new ResourceContents.Text(uri.toString(), mimeType, text, null), null, null);
    }

    /**
     * Creates an embedded binary document.
     *
     * @param uri the URI of the document
     * @param mimeType the media type
     * @param blob the bytes; not copied
     * @return the content
     */
    static EmbeddedResource resource(URI uri, String mimeType, byte[] blob) {
        return new EmbeddedResource(new ResourceContents.Blob(uri.toString(), mimeType, blob, null), null, null);
    }

    /**
     * Data as the kind of content that its media type asks for: an image, audio, or else an embedded resource under a
     * {@code urn:uuid:} URI made from the data, so that the same data has the same URI.
     *
     * @param data the data; not copied
     * @param mimeType the media type
     * @return the content
     */
    static Content of(byte[] data, String mimeType) {
        return of(data, mimeType, URI.create("urn:uuid:" + UUID.nameUUIDFromBytes(data)));
    }

    /**
     * Data as the kind of content that its media type asks for: an image, audio, or else an embedded resource, which is
     * a text for a media type of text ({@code text/*}, JSON, XML, YAML) in UTF-8.
     *
     * @param data the data; not copied
     * @param mimeType the media type
     * @param uri the URI of an embedded resource
     * @return the content
     */
    static Content of(byte[] data, String mimeType, URI uri) {
        String type = mimeType.toLowerCase(Locale.ROOT);
        if (type.startsWith("image/")) {
            return image(data, mimeType);
        }
        if (type.startsWith("audio/")) {
            return audio(data, mimeType);
        }
        return new EmbeddedResource(ResourceContents.of(uri.toString(), mimeType, data));
    }

    /** {@return the kind of content, a constant of the protocol} */
    @JsonProperty(index = 0)
    String type();

    /** {@return how a client may use the content; {@code null} for no statement} */
    @Nullable
    Annotations annotations();

    /** {@return the {@code _meta}; {@code null} for none} */
    @Nullable
    Map<String, ?> meta();

    /**
     * Returns a copy with other annotations.
     *
     * @param annotations the annotations; {@code null} for none
     * @return the copy
     */
    Content withAnnotations(@Nullable Annotations annotations);

    /**
     * Returns a copy with another {@code _meta}.
     *
     * @param meta the {@code _meta}, sent from revision 2025-06-18 on; {@code null} for none
     * @return the copy
     */
    Content withMeta(@Nullable Map<String, ?> meta);
}
