package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether the client's model may, must or must not call tools. */
public record ToolChoice(Mode mode) {

    /** The three ways. */
    public enum Mode {
        @JsonProperty("auto")
        AUTO,

        @JsonProperty("required")
        REQUIRED,

        @JsonProperty("none")
        NONE
    }
}
