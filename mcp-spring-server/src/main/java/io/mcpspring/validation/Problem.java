package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.List;

/**
 * One thing that is wrong with a JSON value.
 *
 * @param path the place, such as {@code order.items[2].quantity}; empty for the value itself
 * @param message the expected and the received value
 */
@Internal
public record Problem(String path, String message) {

    /** Maximum number of problems that are reported; if there are more, the last one may say so. */
    public static final int MOST = 20;

    /** The values take more time than a request may take. */
    public static final Problem TOO_SLOW =
            new Problem("", "takes too long to check; send fewer, shorter or simpler values");

    /** A problem is always one line: names and values come from a caller and may contain line breaks. */
    public Problem {
        path = Quoted.escaped(path);
        message = Quoted.escaped(message);
    }

    /** Whether the problem concerns a member of the value, a part of that member, or the whole value. */
    public boolean concerns(String member) {
        String place = ProblemTexts.path(List.of(member));
        return path.isEmpty()
                || path.startsWith(place)
                        && (path.length() == place.length() || ".[".indexOf(path.charAt(place.length())) >= 0);
    }

    @Override
    public String toString() {
        return path.isEmpty() ? message : path + ": " + message;
    }
}
