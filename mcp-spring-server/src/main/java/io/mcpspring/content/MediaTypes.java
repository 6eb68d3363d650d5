package io.mcpspring.content;

import io.mcpspring.Internal;
import io.mcpspring.protocol.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaTypeFactory;
import org.springframework.util.StringUtils;

/** Finds the media type of data that comes without one: by its file's name, or by the bytes that it begins with. */
@Internal
public final class MediaTypes {

    /** The type of data of which nothing else is known. */
    public static final String UNKNOWN = "application/octet-stream";

    /** Frequent types that Spring's list lacks. */
    private static final Map<String, String> MORE_EXTENSIONS =
            Map.of("md", "text/markdown", "yaml", "application/yaml", "yml", "application/yaml");

    /** How data of the types begins, with each byte as a character; {@code ID3}, or a frame of layer III, is MP3. */
    private static final List<Signature> SIGNATURES = List.of(
            new Signature("image/png", "\u0089PNG\r\n\u001a\n"),
            new Signature("image/jpeg", "\u00ff\u00d8\u00ff"),
            new Signature("image/gif", "GIF8"),
            new Signature("image/webp", "RIFF....WEBP"),
            new Signature("audio/wav", "RIFF....WAVE"),
            new Signature("audio/ogg", "OggS"),
            new Signature("audio/mpeg", "ID3|\u00ff[\u00fb\u00fa\u00f3\u00f2\u00e3\u00e2].."),
            new Signature("audio/mp4", "....ftypM4A"),
            new Signature("image/avif", "....ftypavif"),
            new Signature("image/heic", "....ftyphei"),
            new Signature("video/mp4", "....ftyp"),
            new Signature("application/pdf", "%PDF-"));

    private static final int LONGEST_SIGNATURE = 12;

    private record Signature(String mimeType, Pattern bytes) {

        Signature(String mimeType, String bytes) {
            this(mimeType, Pattern.compile(bytes, Pattern.DOTALL));
        }
    }

    private MediaTypes() {}

    /** The type of data without a name; {@link #UNKNOWN} unless it is a usual image, sound, video or a PDF. */
    public static String of(byte[] data) {
        String known = bySignature(data);
        return known == null ? UNKNOWN : known;
    }

    /** The type of a file: by its name or else its content, which may be text. */
    public static String of(Resource file, byte[] data) {
        String named = ofName(file);
        String known = named == null ? bySignature(data) : named;
        if (known != null) {
            return known;
        }
        return isText(data) ? "text/plain" : UNKNOWN;
    }

    /** Returns the type that belongs to the extension of a file's name; {@code null} if there is none. */
    public static @Nullable String ofName(Resource file) {
        String extension = StringUtils.getFilenameExtension(file.getFilename());
        String type = extension == null ? null : MORE_EXTENSIONS.get(extension.toLowerCase(Locale.ROOT));
        return type != null
                ? type
                : MediaTypeFactory.getMediaType(file).map(Object::toString).orElse(null);
    }

    private static @Nullable String bySignature(byte[] data) {
        String beginning = new String(data, 0, Math.min(data.length, LONGEST_SIGNATURE), StandardCharsets.ISO_8859_1);
        return SIGNATURES.stream()
                .filter(signature -> signature.bytes().matcher(beginning).lookingAt())
                .map(Signature::mimeType)
                .findFirst()
                .orElse(null);
    }

    private static boolean isText(byte[] data) {
        String text = Utf8.decoded(data);
        return text != null && text.indexOf('\0') < 0;
    }
}
