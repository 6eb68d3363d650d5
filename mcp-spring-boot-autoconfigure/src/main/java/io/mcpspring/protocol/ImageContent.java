package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An image.
 *
 * @param data the encoded image; not copied
 * @param mimeType an {@code image/*} type
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImageContent(
        byte[] data,
        String mimeType,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta)
        implements Content, SamplingMessageContentBlock {

    public ImageContent {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(mimeType, "mimeType");
    }

    /** An image without annotations and {@code _meta}. */
    public ImageContent(byte[] data, String mimeType) {
        this(data, mimeType, null, null);
    }

    @Override
    @JsonProperty(index = 0)
    public String type() {
        return "image";
    }

    @Override
    public ImageContent withAnnotations(@Nullable Annotations annotations) {
        return new ImageContent(data, mimeType, annotations, meta);
    }

    @Override
    public ImageContent withMeta(@Nullable Map<String, ?> meta) {
        return new ImageContent(data, mimeType, this.annotations, meta);
    }
}
