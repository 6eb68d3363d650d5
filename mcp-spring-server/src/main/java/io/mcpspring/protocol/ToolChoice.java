package io.mcpspring.protocol;

import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.annotation.EnumNaming;

/**
 * Whether the client's model may, must or must not call tools. Later revisions may add components: use neither the
 * canonical constructor nor record patterns.
 *
 * @param mode the choice
 */
public record ToolChoice(Mode mode) {

    /** The choices. The protocol may add constants. */
    @EnumNaming(EnumNamingStrategies.SnakeCaseStrategy.class)
    public enum Mode {
        /** The model may call tools. */
        AUTO,

        /** The model must call a tool. */
        REQUIRED,

        /** The model must not call tools. */
        NONE
    }
}
