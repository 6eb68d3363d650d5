package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decodes bytes that may be something else than UTF-8. */
@Internal
public final class Utf8 {

    private static final Pattern TYPE_OF_TEXT = Pattern.compile("text/|application/(.*\\+)?(json|xml|yaml)\\b");

    private Utf8() {}

    /** Returns the text; {@code null} if the media type is not one of texts, or the bytes are not UTF-8. */
    static @Nullable String text(byte[] bytes, String mimeType) {
        return TYPE_OF_TEXT.matcher(mimeType.toLowerCase(Locale.ROOT)).lookingAt() ? decoded(bytes) : null;
    }

    /** Returns the text; {@code null} if the bytes are not UTF-8. */
    public static @Nullable String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException ex) {
            return null;
        }
    }
}
