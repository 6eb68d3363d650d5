package io.mcpspring.protocol;

import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A block of content: what a tool's result is made of. */
public sealed interface Content permits TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource {

    static TextContent text(String text) {
        return new TextContent(text, null, null);
    }

    /** @param mimeType an {@code image/*} type */
    static ImageContent image(byte[] data, String mimeType) {
        return new ImageContent(data, mimeType, null, null);
    }

    /** @param mimeType an {@code audio/*} type */
    static AudioContent audio(byte[] data, String mimeType) {
        return new AudioContent(data, mimeType, null, null);
    }

    /** A reference to something the client may fetch; revision 2025-03-26 gets it as text. */
    static ResourceLink link(URI uri, String name) {
        return new ResourceLink(uri.toString(), name, null, null, null, null, null, null);
    }

    /** A text document within the result. */
    static EmbeddedResource resource(URI uri, String mimeType, String text) {
        return new EmbeddedResource(new ResourceContents.Text(uri.toString(), mimeType, text, null), null, null);
    }

    /** A binary document within the result. */
    static EmbeddedResource resource(URI uri, String mimeType, byte[] blob) {
        return new EmbeddedResource(new ResourceContents.Blob(uri.toString(), mimeType, blob, null), null, null);
    }

    /**
     * Data as the kind of content that its media type asks for: an image, audio, or else an embedded resource under a
     * {@code urn:uuid:} URI made from the data, so that the same data has the same URI.
     */
    static Content of(byte[] data, String mimeType) {
        return of(data, mimeType, URI.create("urn:uuid:" + UUID.nameUUIDFromBytes(data)));
    }

    /**
     * Data as the kind of content that its media type asks for: an image, audio, or else an embedded resource, which is
     * a text for a media type of text ({@code text/*}, JSON, XML, YAML) in UTF-8.
     *
     * @param uri the address of an embedded resource
     */
    static Content of(byte[] data, String mimeType, URI uri) {
        return BinaryData.content(data, mimeType, uri);
    }

    /** The kind of content, a constant of the protocol. */
    String type();

    @Nullable
    Annotations annotations();

    @Nullable
    Map<String, ?> meta();

    /** The same content with other annotations. */
    Content withAnnotations(@Nullable Annotations annotations);

    /** The same content with another {@code _meta}; sent from revision 2025-06-18 on. */
    Content withMeta(@Nullable Map<String, ?> meta);
}
