package io.mcpspring.contract.result;

/** How a method of an application is written. */
enum Style {
    BLOCKING,
    MONO,
    DELAYED_MONO,
    FLUX,
    FUTURE,
    FUNCTION,
    REACTIVE_FUNCTION;

    boolean canReturn(FailingValue value) {
        return switch (value) {
            // Only the declared type shows that these values are asynchronous.
            case OPERATOR, PUBLISHER, STAGE -> this == BLOCKING || this == FUNCTION;
            // The future prints its failure, and does not complete if printing fails.
            case UNPRINTABLE_FAILURE -> this != FUTURE;
            // Elements of a Flux are elements of a list.
            case OPTIONAL, STREAM, RESOURCE, RESOURCE_EXISTS, TOOL_META, PROMPT_META, RESOURCE_META -> this != FLUX;
            default -> true;
        };
    }
}
