package io.mcpspring.session;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names an event within its session, as {@code <stream>-<number>}. The name of a listening stream has a prefix, so that
 * its ids are recognised when the stream itself is no longer known, for instance by another instance of the server.
 *
 * @param number counts the events of the stream
 */
record EventId(String stream, int number) {

    static final String LISTENING = "listen-";

    private static final Pattern FORM = Pattern.compile("((?:" + LISTENING + ")?[0-9a-f]{16})-(\\d{1,9})");

    static Optional<EventId> of(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new EventId(matcher.group(1), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /** Whether it names an event of a listening stream, which belongs to no request. */
    boolean isOfListeningStream() {
        return stream.startsWith(LISTENING);
    }

    @Override
    public String toString() {
        return stream + "-" + number;
    }
}
