package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sound. Later revisions may add components: use neither the canonical constructor nor record patterns.
 *
 * @param data the encoded audio; not copied
 * @param mimeType the media type, {@code audio/*}
 * @param annotations how a client may use it; {@code null} for no statement
 * @param meta the {@code _meta}, sent from revision 2025-06-18 on; {@code null} for none
 */
public record AudioContent(
        byte[] data,
        String mimeType,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta)
        implements Content, SamplingMessageContentBlock {

    /**
     * Checks that data and media type are present.
     *
     * @param data the encoded audio; not copied
     * @param mimeType the media type, {@code audio/*}
     * @param annotations how a client may use it; {@code null} for no statement
     * @param meta the {@code _meta}, sent from revision 2025-06-18 on; {@code null} for none
     */
    public AudioContent {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(mimeType, "mimeType");
    }

    @Override
    public String type() {
        return "audio";
    }

    @Override
    public AudioContent withAnnotations(@Nullable Annotations annotations) {
        return new AudioContent(data, mimeType, annotations, meta);
    }

    @Override
    public AudioContent withMeta(@Nullable Map<String, ?> meta) {
        return new AudioContent(data, mimeType, this.annotations, meta);
    }
}
