package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.validation.Problem;
import java.util.Optional;
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
     * Returns what is wrong with segments.
     *
     * @param argument the name of the argument, for the message
     */
    public static Optional<Problem> problem(Stream<String> segments, String argument) {
        return segments.anyMatch(
                        segment -> segment.isEmpty() || UNSAFE.matcher(segment).matches())
                ? Optional.of(new Problem(
                        argument,
                        "is part of a path, so it must not be empty, '.' or '..', and must not contain a slash, a"
                                + " backslash, a semicolon, a percent sign or a control character"))
                : Optional.empty();
    }
}
