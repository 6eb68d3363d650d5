package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The audience of content, or the sender of a message. The protocol may add roles. */
public enum Role {
    /** The user. */
    @JsonProperty("user")
    USER,

    /** The language model. */
    @JsonProperty("assistant")
    ASSISTANT
}
