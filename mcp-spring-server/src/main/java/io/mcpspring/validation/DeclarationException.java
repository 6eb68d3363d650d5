package io.mcpspring.validation;

import io.mcpspring.Internal;
import org.springframework.util.StringUtils;

/**
 * Reports at start-up that something that a user has declared cannot be served, with reason and cure; the caller adds
 * class and method.
 */
@Internal
public final class DeclarationException extends RuntimeException {

    private final String reason;

    private final String cure;

    /**
     * Describes one fault.
     *
     * @param reason a sentence without its full stop
     * @param cure the same
     */
    public DeclarationException(String reason, String cure) {
        super(reason + ". " + cure + ".");
        this.reason = reason;
        this.cure = cure;
    }

    /** The same fault, seen from the outside of a place such as {@code parameter 'order'}. */
    public DeclarationException in(String outer) {
        return new DeclarationException(StringUtils.capitalize(outer) + ": " + StringUtils.uncapitalize(reason), cure);
    }

    /** The reason, as a sentence without its full stop. */
    public String reason() {
        return reason;
    }

    /** The cure, as a sentence without its full stop. */
    public String cure() {
        return cure;
    }
}
