package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A document, text or binary, within a result. Later revisions may add components: use neither the canonical
 * constructor nor record patterns.
 *
 * @param resource the document
 * @param annotations how a client may use it; {@code null} for no statement
 * @param meta the {@code _meta}, sent from revision 2025-06-18 on; {@code null} for none
 */
public record EmbeddedResource(
        ResourceContents resource,
        @Nullable Annotations annotations,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta)
        implements Content {

    /**
     * Checks that the document is present.
     *
     * @param resource the document
     * @param annotations how a client may use it; {@code null} for no statement
     * @param meta the {@code _meta}, sent from revision 2025-06-18 on; {@code null} for none
     */
    public EmbeddedResource {
        Objects.requireNonNull(resource, "resource");
    }

    /**
     * Creates a document without annotations and {@code _meta}.
     *
     * @param resource the document
     */
    public EmbeddedResource(ResourceContents resource) {
        this(resource, null, null);
    }

    @Override
    public String type() {
        return "resource";
    }

    @Override
    public EmbeddedResource withAnnotations(@Nullable Annotations annotations) {
        return new EmbeddedResource(resource, annotations, meta);
    }

    @Override
    public EmbeddedResource withMeta(@Nullable Map<String, ?> meta) {
        return new EmbeddedResource(resource, this.annotations, meta);
    }
}
