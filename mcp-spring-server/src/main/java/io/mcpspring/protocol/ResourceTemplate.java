package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A template of resources as clients see it in the list. Later revisions may add components: use neither the canonical
 * constructor nor record patterns.
 *
 * @param uriTemplate the template of the URIs (RFC 6570)
 * @param name the name for programs
 * @param title the name shown to people; {@code null} for none
 * @param description what the resources contain; {@code null} for none
 * @param mimeType the media type; {@code null} if it differs or is not known
 * @param annotations how a client may use them; {@code null} for no statement
 * @param icons the icons for user interfaces
 * @param meta the {@code _meta} of the template; {@code null} for none
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ResourceTemplate(
        String uriTemplate,
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Annotations annotations,
        List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) {}
