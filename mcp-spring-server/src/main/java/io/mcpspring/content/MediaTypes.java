package io.mcpspring.content;

import io.mcpspring.Internal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

    private static final List<Signature> SIGNATURES = List.of(
            new Signature("image/png", "\u0089PNG\r\n\u001a\n"),
            new Signature("image/jpeg", "\u00ff\u00d8\u00ff"),
            new Signature("image/gif", "GIF8"),
            new Signature("image/webp", "RIFF????WEBP"),
            new Signature("audio/wav", "RIFF????WAVE"),
            new Signature("audio/ogg", "OggS"),
            new Signature("audio/mpeg", "ID3"),
            new Signature("audio/mp4", "????ftypM4A"),
            new Signature("image/avif", "????ftypavif"),
            new Signature("image/heic", "????ftyphei"),
            new Signature("video/mp4", "????ftyp"),
            new Signature("application/pdf", "%PDF-"));

    /** The second byte of a frame of MPEG audio, layer III, after {@code ff}. */
    private static final Set<Byte> MP3_FRAMES =
            Set.of((byte) 0xfb, (byte) 0xfa, (byte) 0xf3, (byte) 0xf2, (byte) 0xe3, (byte) 0xe2);

    /**
     * How data of a type begins.
     *
     * @param bytes each byte as a character; {@code ?} for any
     */
    private record Signature(String mimeType, String bytes) {

        boolean fits(byte[] data) {
            if (data.length < bytes.length()) {
                return false;
            }
            for (int i = 0; i < bytes.length(); i++) {
                if (bytes.charAt(i) != '?' && bytes.charAt(i) != (data[i] & 0xff)) {
                    return false;
                }
            }
            return true;
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
        boolean mp3 = data.length > 3 && data[0] == (byte) 0xff && MP3_FRAMES.contains(data[1]);
        return SIGNATURES.stream()
                .filter(signature -> signature.fits(data))
                .map(Signature::mimeType)
                .findFirst()
                .orElse(mp3 ? "audio/mpeg" : null);
    }

    private static boolean isText(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        return text.indexOf('\0') < 0 && Arrays.equals(text.getBytes(StandardCharsets.UTF_8), data);
    }
}
