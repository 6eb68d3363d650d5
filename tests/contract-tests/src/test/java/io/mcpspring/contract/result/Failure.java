package io.mcpspring.contract.result;

/** What a method, or a value that it returned, throws. */
enum Failure {
    EXCEPTION,
    ASSERTION,
    MISSING_CLASS,
    STACK_OVERFLOW,
    OUT_OF_MEMORY;

    <T> T raise() {
        switch (this) {
            case ASSERTION -> throw new AssertionError("secret");
            case MISSING_CLASS -> throw new NoClassDefFoundError("secret");
            case STACK_OVERFLOW -> throw new StackOverflowError("secret");
            case OUT_OF_MEMORY -> throw new OutOfMemoryError("secret");
            default -> throw new IllegalStateException("secret");
        }
    }
}
