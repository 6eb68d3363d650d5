package io.mcpspring.content;

import io.mcpspring.Internal;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.ResourceContents;
import java.awt.image.RenderedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;
import org.springframework.web.util.UriUtils;

/** Converts values that are content instead of data: {@code Content}, binary data, files and images. */
@Internal
public final class ContentValues {

    private ContentValues() {}

    /** Whether values of a type are blocks, which have no schema. */
    public static boolean isBlock(Class<?> type) {
        return type == byte[].class
                || Content.class.isAssignableFrom(type)
                || ByteBuffer.class.isAssignableFrom(type)
                || isSlow(type);
    }

    /** Whether values of a type must be read or encoded, which must not happen on a non-blocking thread. */
    public static boolean isSlow(Class<?> type) {
        return Resource.class.isAssignableFrom(type) || RenderedImage.class.isAssignableFrom(type);
    }

    public static boolean hasElements(Object value) {
        return value instanceof Collection<?> || value instanceof Object[];
    }

    /** Returns the elements of a collection or an array; none for any other value. */
    public static Collection<?> elements(Object value) {
        if (value instanceof Collection<?> collection) {
            return collection;
        }
        return value instanceof Object[] array ? Arrays.asList(array) : List.of();
    }

    /**
     * Converts a value to a block.
     *
     * @param mimeType the media type of binary data; {@code null} to determine it by the file name or the content
     * @param limit the maximum size of a file
     */
    public static Content block(Object value, @Nullable String mimeType, ContentLimit limit) throws IOException {
        if (value instanceof Content content) {
            return content;
        }
        byte[] bytes = bytes(value, limit);
        if (value instanceof Resource file) {
            String type = file.getFilename() == null ? MediaTypes.of(bytes) : MediaTypes.of(file, bytes);
            return Content.of(bytes, mimeType == null ? type : mimeType, uri(file, bytes));
        }
        return Content.of(bytes, mimeType == null ? MediaTypes.of(bytes) : mimeType);
    }

    /**
     * Converts binary data, a file or a stream to a document.
     *
     * @param mimeType the media type; {@code null} to determine it by the file name or the content
     * @param limit the maximum size of a file or stream
     */
    public static ResourceContents document(Object value, String uri, @Nullable String mimeType, ContentLimit limit)
            throws IOException {
        byte[] bytes = bytes(value, limit);
        String type = value instanceof Resource file ? MediaTypes.of(file, bytes) : MediaTypes.of(bytes);
        return ResourceContents.of(uri, mimeType == null ? type : mimeType, bytes);
    }

    private static byte[] bytes(Object value, ContentLimit limit) throws IOException {
        if (value instanceof Resource file) {
            return limit.read(file.getInputStream());
        }
        if (value instanceof InputStream stream) {
            return limit.read(stream);
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return value instanceof byte[] bytes ? bytes : png((RenderedImage) value);
    }

    // Not the URI of the resource itself, because it may contain a path of the server.
    private static URI uri(Resource resource, byte[] bytes) {
        String name = resource.getFilename();
        return URI.create(
                name == null
                        ? "urn:uuid:" + UUID.nameUUIDFromBytes(bytes)
                        : "resource:///" + UriUtils.encodePathSegment(name, StandardCharsets.UTF_8));
    }

    private static byte[] png(RenderedImage image) throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        Assert.state(ImageIO.write(image, "png", png), "The image cannot be written as PNG");
        return png.toByteArray();
    }
}
