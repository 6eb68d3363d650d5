package io.mcpspring.protocol;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the kind of content that data of a media type is. */
final class BinaryData {

    private static final Pattern TEXT = Pattern.compile("text/|application/(.*\\+)?(json|xml|yaml)\\b");

    private BinaryData() {
    }

    static Content content(byte[] data, String mimeType, URI uri) {
        String type = mimeType.toLowerCase(Locale.ROOT);
        if (type.startsWith("image/")) {
            return Content.image(data, mimeType);
        }
        if (type.startsWith("audio/")) {
            return Content.audio(data, mimeType);
        }
        String text = TEXT.matcher(type).lookingAt() ? utf8(data) : null;
        return text != null ? Content.resource(uri, mimeType, text) : Content.resource(uri, mimeType, data);
    }

    private static @Nullable String utf8(byte[] data) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
        } catch (CharacterCodingException ex) {
            return null;
        }
    }
}
