package io.mcpspring.tool;

/** Says at start-up why a schema cannot be made or used, and what to do about it; the caller adds class and method. */
@SuppressWarnings("serial")
final class SchemaException extends RuntimeException {

    private final String reason;
    private final String cure;

    SchemaException(String reason, String cure) {
        super(reason + ". " + cure + ".");
        this.reason = reason;
        this.cure = cure;
    }

    /** The same failure, with the place where it happened put in front of the reason. */
    SchemaException in(String place) {
        SchemaException placed = new SchemaException(place + ": " + reason, cure);
        placed.initCause(this);
        return placed;
    }

    String reason() {
        return reason;
    }

    String cure() {
        return cure;
    }
}
