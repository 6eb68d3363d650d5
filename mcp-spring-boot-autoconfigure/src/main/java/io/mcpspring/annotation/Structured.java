package io.mcpspring.annotation;

/** Whether a tool's results are structured content, described by an output schema. */
public enum Structured {

    /**
     * By the method's return type: structured for records, beans, maps, collections and arrays; not for text, numbers,
     * booleans, enums and what else JSON writes as one of these, binary data, {@code Content} and {@code Object}.
     */
    AUTO,

    /** Structured whatever the type, for instance a bare number. */
    ALWAYS,

    /** Text alone. */
    NEVER
}
