package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.net.URI;
import java.util.UUID;
import org.springframework.util.Assert;

/**
 * A web page that the user of a client is asked to visit. Later revisions may add components: use neither the canonical
 * constructor nor record patterns.
 *
 * @param id identifies the elicitation for the client; unique within the server, and hard to guess
 * @param message why the user should visit the page, for people
 * @param url the absolute address of the page
 */
@JsonPropertyOrder({"mode", "message", "url", "elicitationId"})
public record UrlElicitation(@JsonProperty("elicitationId") String id, String message, URI url) {

    /**
     * Checks the id and the address.
     *
     * @param id identifies the elicitation for the client; unique within the server, and hard to guess
     * @param message why the user should visit the page, for people
     * @param url the absolute address of the page
     */
    public UrlElicitation {
        Assert.hasText(id, "'id' must not be blank");
        Assert.isTrue(url.isAbsolute(), () -> "The address of the web page must be absolute: " + url);
    }

    /**
     * Creates an elicitation with a random id.
     *
     * @param message the reason for the visit, for people
     * @param url the absolute address of the page
     * @return the elicitation
     */
    public static UrlElicitation of(String message, URI url) {
        return new UrlElicitation(UUID.randomUUID().toString(), message, url);
    }

    /** {@return the mode on the wire} */
    @JsonProperty
    public String mode() {
        return "url";
    }
}
