package io.mcpspring.protocol;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the kind of content that data of a media type is. */
final class BinaryData {

    private static final Pattern TEXT = Pattern.compile("text/|application/(.*\\+)?(json|xml|yaml)\\b");

    private BinaryData() {}

    static Content content(byte[] data, String mimeType, URI uri) {
        String type = mimeType.toLowerCase(Locale.ROOT);
        if (type.startsWith("image/")) {
            return Content.image(data, mimeType);
        }
        if (type.startsWith("audio/")) {
            return Content.audio(data, mimeType);
        }
        return new EmbeddedResource(ResourceContents.of(uri.toString(), mimeType, data), null, null);
    }

    /** The data as text, if it is some. */
    static @Nullable String text(byte[] data, String mimeType) {
        return TEXT.matcher(mimeType.toLowerCase(Locale.ROOT)).lookingAt() ? Utf8.decoded(data) : null;
    }
}
