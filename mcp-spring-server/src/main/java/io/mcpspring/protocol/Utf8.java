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

    /** An escape in JSON: of both halves of a character, of one half alone, or another one. */
    private static final Pattern ESCAPE =
            Pattern.compile("\\\\(?:u[dD][89abAB]..\\\\u[dD][c-fC-F]|(u[dD][89a-fA-F])|.)", Pattern.DOTALL);

    private Utf8() {}

    /**
     * Whether JSON has the escape of one half of a surrogate pair, which is a character that UTF-8 cannot encode. Most
     * JSON has no escape of this kind.
     */
    public static boolean hasHalfCharacter(byte[] json) {
        for (int i = 0; i + 2 < json.length; i++) {
            if (json[i] == '\\' && json[i + 1] == 'u' && (json[i + 2] | ' ') == 'd') {
                return ESCAPE.matcher(new String(json, StandardCharsets.ISO_8859_1))
                        .results()
                        .anyMatch(escape -> escape.group(1) != null);
            }
        }
        return false;
    }

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
