package io.mcpspring.validation;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * Reports at start-up that a schema cannot be generated or used, with reason and cure; the caller adds class and
 * method.
 */
@Internal
public final class SchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String place;
    private final String fault;
    private final String cure;

    /**
     * Describes one fault.
     *
     * @param reason a sentence without its full stop
     * @param cure the same
     */
    public SchemaException(String reason, String cure) {
        this(null, reason, cure);
    }

    private SchemaException(@Nullable String place, String fault, String cure) {
        super(reason(place, fault) + ". " + cure + ".");
        this.place = place;
        this.fault = fault;
        this.cure = cure;
    }

    /** The same fault, seen from the outside of a place such as {@code parameter 'order'}. */
    public SchemaException in(String outer) {
        return new SchemaException(place == null ? outer : outer + ", " + place, fault, cure);
    }

    /** The reason, as a sentence without its full stop. */
    public String reason() {
        return reason(place, fault);
    }

    /** The cure, as a sentence without its full stop. */
    public String cure() {
        return cure;
    }

    private static String reason(@Nullable String place, String fault) {
        return place == null ? fault : StringUtils.capitalize(place) + ": " + StringUtils.uncapitalize(fault);
    }
}
