package io.mcpspring.protocol;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A block of content: what a tool's result is made of. */
public sealed interface Content permits TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource {

    /** Media types that are read as text. */
    Pattern TEXT_TYPE = Pattern.compile("text/|application/(.*\\+)?(json|xml|yaml)\\b");

    static TextContent text(String text) {
        return new TextContent(text, null, null);
    }

    /**
     * @param mimeType an {@code image/*} type
     */
    static ImageContent image(byte[] data, String mimeType) {
        return new ImageContent(data, mimeType, null, null);
    }

    /**
     * @param mimeType an {@code audio/*} type
     */
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
     * Data as the kind of content that its media type asks for: an image, audio, or else an embedded resource, which is a
     * text for a media type of text ({@code text/*}, JSON, XML, YAML) in UTF-8.
     *
     * @param uri the address of an embedded resource
     */
    static Content of(byte[] data, String mimeType, URI uri) {
        String type = mimeType.toLowerCase(Locale.ROOT);
        if (type.startsWith("image/")) {
            return image(data, mimeType);
        }
        if (type.startsWith("audio/")) {
            return audio(data, mimeType);
        }
        String text = TEXT_TYPE.matcher(type).lookingAt() ? utf8(data) : null;
        return text != null ? resource(uri, mimeType, text) : resource(uri, mimeType, data);
    }

    private static @Nullable String utf8(byte[] data) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
        }
        catch (CharacterCodingException ex) {
            return null;
        }
    }

    /** The kind of content, a constant of the protocol. */
    String type();

    @Nullable Annotations annotations();

    @Nullable Map<String, ?> meta();

    /** The same content with other annotations. */
    Content withAnnotations(@Nullable Annotations annotations);

    /** The same content with another {@code _meta}; sent from revision 2025-06-18 on. */
    Content withMeta(@Nullable Map<String, ?> meta);
}
