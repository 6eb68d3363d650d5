package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.util.Assert;

/** Scopes of OAuth 2.0 (RFC 6749, section 3.3), which can be part of a challenge. */
@Internal
public final class Scopes {

    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]+");

    private Scopes() {}

    /** Whether a text is a single scope. */
    public static boolean isScope(String text) {
        return SCOPE.matcher(text).matches();
    }

    /**
     * Returns a copy of the scopes.
     *
     * @throws IllegalArgumentException if one of them is not a scope
     */
    public static List<String> copyOf(Collection<String> scopes) {
        List<String> copy = List.copyOf(scopes);
        for (String scope : copy) {
            Assert.isTrue(
                    isScope(scope),
                    () -> "'" + scope + "' is not a scope of OAuth: pass each scope on its own, without spaces, quotes,"
                            + " backslashes and other characters than printable ASCII");
        }
        return copy;
    }
}
