package io.mcpspring.tool;

import io.mcpspring.protocol.Content;
import java.awt.image.RenderedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.util.ClassUtils;
import org.springframework.web.util.UriUtils;

/** Recognises values that are content rather than data. */
final class Contents {

    private static final boolean IMAGES = ClassUtils.isPresent("java.awt.image.RenderedImage",
            Contents.class.getClassLoader());

    private Contents() {
    }

    /**
     * The content that a value is; {@code null} if it is none.
     *
     * @param declared whether an empty collection means no content, rather than an empty list of data
     */
    static @Nullable List<Content> of(Object value, boolean declared) {
        if (value instanceof Content content) {
            return List.of(content);
        }
        if (value instanceof Content[] contents) {
            return List.of(contents);
        }
        if (declared && value instanceof Collection<?> elements && elements.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("A block of the content is null");
        }
        if (value instanceof Collection<?> elements && (declared || !elements.isEmpty())
                && elements.stream().allMatch(Content.class::isInstance)) {
            return elements.stream().map(Content.class::cast).toList();
        }
        Content binary = binary(value);
        return binary == null ? null : List.of(binary);
    }

    /** Whether values of a type are binary data, which has no schema. */
    static boolean isBinary(Class<?> type) {
        return type == byte[].class || Resource.class.isAssignableFrom(type)
                || IMAGES && Images.isImage(type);
    }

    /** Whether making content of a value takes reading or encoding, which must not hold up the event loop. */
    static boolean isSlow(Object value) {
        return value instanceof Resource || IMAGES && Images.isImage(value.getClass());
    }

    private static @Nullable Content binary(Object value) {
        if (value instanceof byte[] bytes) {
            return Content.of(bytes, sniff(bytes));
        }
        if (value instanceof Resource resource) {
            return resource(resource);
        }
        return IMAGES && Images.isImage(value.getClass()) ? Content.image(Images.png(value), "image/png") : null;
    }

    private static Content resource(Resource resource) {
        try {
            byte[] bytes = resource.getContentAsByteArray();
            String mimeType = MediaTypeFactory.getMediaType(resource).map(MediaType::toString)
                    .orElseGet(() -> sniff(bytes));
            return Content.of(bytes, mimeType, uri(resource, bytes));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    // Never the resource's own URI: it may be a path of this machine.
    private static URI uri(Resource resource, byte[] bytes) {
        String name = resource.getFilename();
        return URI.create(name == null ? "urn:uuid:" + UUID.nameUUIDFromBytes(bytes)
                : "resource:///" + UriUtils.encodePathSegment(name, StandardCharsets.UTF_8));
    }

    private static String sniff(byte[] bytes) {
        try {
            String guess = URLConnection.guessContentTypeFromStream(
                    new ByteArrayInputStream(Arrays.copyOf(bytes, Math.min(bytes.length, 64))));
            return guess == null ? MediaType.APPLICATION_OCTET_STREAM_VALUE : guess.replace("audio/x-wav", "audio/wav");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Apart, because a runtime may lack the desktop classes. */
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
