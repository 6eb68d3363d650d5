package io.mcpspring.protocol;

import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.annotation.EnumNaming;

/** The audience of content, or the sender of a message. The protocol may add roles. */
@EnumNaming(EnumNamingStrategies.SnakeCaseStrategy.class)
public enum Role {
    /** The user. */
    USER,

    /** The language model. */
    ASSISTANT
}
