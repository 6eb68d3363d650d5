package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Whether the client's model may, must or must not call tools. Later revisions may add components: use neither the
 * canonical constructor nor record patterns.
 *
 * @param mode the choice
 */
public record ToolChoice(Mode mode) {

    /** The choices. The protocol may add constants. */
    public enum Mode {
        /** The model may call tools. */
        @JsonProperty("auto")
        AUTO,

        /** The model must call a tool. */
        @JsonProperty("required")
        REQUIRED,

        /** The model must not call tools. */
        @JsonProperty("none")
        NONE
    }
}
