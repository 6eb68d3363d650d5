package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

/** For whom content is meant, or who said it. */
public enum Role {
    @JsonProperty("user")
    USER,

    @JsonProperty("assistant")
    ASSISTANT
}
