package io.mcpspring.tool;

import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.MediaTypes;
import io.mcpspring.protocol.Content;
import java.awt.image.RenderedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import org.springframework.util.ClassUtils;
import org.springframework.web.util.UriUtils;

/** Converts values that are blocks of content instead of data: {@code Content}, binary data, files and images. */
final class Contents {

    private static final boolean IMAGES =
            ClassUtils.isPresent("java.awt.image.RenderedImage", Contents.class.getClassLoader());

    private Contents() {}

    /** Whether values of a type are blocks, which have no schema. */
    static boolean isBlock(Class<?> type) {
        return type == byte[].class
                || Content.class.isAssignableFrom(type)
                || ByteBuffer.class.isAssignableFrom(type)
                || isSlow(type);
    }

    /** Whether values of a type must be read or encoded, which must not happen on a non-blocking thread. */
    static boolean isSlow(Class<?> type) {
        return Resource.class.isAssignableFrom(type) || IMAGES && Images.isImage(type);
    }

    static boolean hasElements(Object value) {
        return value instanceof Collection<?> || value instanceof Object[];
    }

    /** Returns the elements of a collection or an array; none for any other value. */
    static Collection<?> elements(Object value) {
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
     * @throws McpToolException if a file is larger
     */
    static Content block(Object value, @Nullable String mimeType, ContentLimit limit) {
        if (value instanceof Content content) {
            return content;
        }
        if (value instanceof Resource resource) {
            return resource(resource, mimeType, limit);
        }
        byte[] bytes = bytes(value);
        return Content.of(bytes, mimeType == null ? MediaTypes.of(bytes) : mimeType);
    }

    private static byte[] bytes(Object value) {
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return value instanceof byte[] bytes ? bytes : Images.png(value);
    }

    private static Content resource(Resource resource, @Nullable String mimeType, ContentLimit limit) {
        try {
            byte[] bytes = limit.read(resource.getInputStream());
            if (bytes == null) {
                throw new McpToolException(limit.refusal());
            }
            return Content.of(bytes, mimeType == null ? mimeType(resource, bytes) : mimeType, uri(resource, bytes));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String mimeType(Resource resource, byte[] bytes) {
        return resource.getFilename() == null ? MediaTypes.of(bytes) : MediaTypes.of(resource, bytes);
    }

    // Not the URI of the resource itself, because it may contain a path of the server.
    private static URI uri(Resource resource, byte[] bytes) {
        String name = resource.getFilename();
        return URI.create(
                name == null
                        ? "urn:uuid:" + UUID.nameUUIDFromBytes(bytes)
                        : "resource:///" + UriUtils.encodePathSegment(name, StandardCharsets.UTF_8));
    }

    /** A separate class, because the desktop classes may be missing at run time. */
    private static final class Images {

        static boolean isImage(Class<?> type) {
            return RenderedImage.class.isAssignableFrom(type);
        }

        static byte[] png(Object image) {
            ByteArrayOutputStream png = new ByteArrayOutputStream();
            try {
                if (!ImageIO.write((RenderedImage) image, "png", png)) {
                    throw new IllegalStateException("The image cannot be written as PNG");
                }
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
            return png.toByteArray();
        }
    }
}
