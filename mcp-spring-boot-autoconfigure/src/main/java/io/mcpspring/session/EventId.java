package io.mcpspring.session;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names an event within its session, as {@code <stream>-<number>}.
 *
 * @param number counts the events of the stream
 */
record EventId(String stream, int number) {

    private static final Pattern FORM = Pattern.compile("([0-9a-f]{16})-(\\d{1,9})");

    static Optional<EventId> of(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches() ? Optional.of(new EventId(matcher.group(1), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return stream + "-" + number;
    }
}
