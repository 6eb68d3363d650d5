package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Problem;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Segments of paths that are values of arguments. They come from a language model, so they must not reach another path.
 */
@Internal
public final class PathSegments {

    private static final Pattern UNSAFE =
            Pattern.compile("\\.{1,2}|.*[/\\\\;%\\p{Cntrl}\\x85\\u2028\\u2029].*", Pattern.DOTALL);

    private PathSegments() {}

    /**
     * Requires that segments do not reach another path.
     *
     * @param argument the name of the argument, for the message
     * @throws InvalidArgumentsException if one of them may
     */
    public static void requireSafe(Stream<String> segments, String argument) {
        if (segments.anyMatch(
                segment -> segment.isEmpty() || UNSAFE.matcher(segment).matches())) {
            throw new InvalidArgumentsException(List.of(new Problem(
                    argument,
                    "is part of a path, so it must not be empty, '.' or '..', and must not contain a slash, a"
                            + " backslash, a semicolon, a percent sign or a control character")));
        }
    }
}
