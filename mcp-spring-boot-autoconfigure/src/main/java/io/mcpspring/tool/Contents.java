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

/** Recognises values that are blocks of content rather than data: {@code Content} and binary data. */
final class Contents {

    private static final boolean IMAGES =
            ClassUtils.isPresent("java.awt.image.RenderedImage", Contents.class.getClassLoader());

    private Contents() {}

    /** Whether values of a type are blocks, so that they have no schema. */
    static boolean isBlock(Class<?> type) {
        return type == byte[].class
                || Content.class.isAssignableFrom(type)
                || ByteBuffer.class.isAssignableFrom(type)
                || isSlow(type);
    }

    /** Whether making a block takes reading or encoding, which must not hold up the event loop. */
    static boolean isSlow(Class<?> type) {
        return Resource.class.isAssignableFrom(type) || IMAGES && Images.isImage(type);
    }

    static boolean isSeveral(Object value) {
        return value instanceof Collection<?> || value instanceof Object[];
    }

    /** The elements of a collection or an array; none for any other value. */
    static Collection<?> elements(Object value) {
        if (value instanceof Collection<?> collection) {
            return collection;
        }
        return value instanceof Object[] array ? Arrays.asList(array) : List.of();
    }

    /**
     * The block that a value is.
     *
     * @param mimeType the media type of binary data; {@code null} to find it by a file's name or the content
     * @param limit how much a file may hold
     * @throws McpToolException if a file holds more
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

    // Never the resource's own URI: it may be a path of this machine.
    private static URI uri(Resource resource, byte[] bytes) {
        String name = resource.getFilename();
        return URI.create(
                name == null
                        ? "urn:uuid:" + UUID.nameUUIDFromBytes(bytes)
                        : "resource:///" + UriUtils.encodePathSegment(name, StandardCharsets.UTF_8));
    }

    /** A class of its own, because a runtime may lack the desktop classes. */
    private static final class Images {

        static boolean isImage(Class<?> type) {
            return RenderedImage.class.isAssignableFrom(type);
        }

        static byte[] png(Object image) {
            ByteArrayOutputStream png = new ByteArrayOutputStream();
            try {
                if (!ImageIO.write((RenderedImage) image, "png", png)) {
                    throw new IllegalStateException("The image has a form that PNG does not know");
                }
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
            return png.toByteArray();
        }
    }
}
