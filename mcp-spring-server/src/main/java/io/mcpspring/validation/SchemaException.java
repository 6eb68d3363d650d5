package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.StringUtils;

/**
 * Reports at start-up that a schema cannot be generated or used, with reason and cure; the caller adds class and
 * method.
 */
@Internal
public final class SchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> places;
    private final String fault;
    private final String cure;

    /**
     * Describes one fault.
     *
     * @param reason a sentence without its full stop
     * @param cure the same
     */
    public SchemaException(String reason, String cure) {
        this(List.of(), reason, cure);
    }

    private SchemaException(List<String> places, String fault, String cure) {
        super(reason(places, fault) + ". " + cure + ".");
        this.places = places;
        this.fault = fault;
        this.cure = cure;
    }

    /** The same fault, seen from the outside of a place such as {@code parameter 'order'}. */
    public SchemaException in(String place) {
        List<String> outer = new ArrayList<>(List.of(place));
        outer.addAll(places);
        return new SchemaException(outer, fault, cure);
    }

    /** The reason, as a sentence without its full stop. */
    public String reason() {
        return reason(places, fault);
    }

    /** The cure, as a sentence without its full stop. */
    public String cure() {
        return cure;
    }

    private static String reason(List<String> places, String fault) {
        return places.isEmpty()
                ? fault
                : StringUtils.capitalize(String.join(", ", places)) + ": " + StringUtils.uncapitalize(fault);
    }
}
