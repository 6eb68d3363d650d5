package io.mcpspring.session;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifies an event within its session, as {@code <stream>-<number>}. The name of a stand-alone stream has a prefix,
 * by which the ids of its events are recognised even if the stream is unknown, for instance on another instance of the
 * server.
 *
 * @param number the number of the event within the stream
 */
record EventId(String stream, int number) {

    static final String STAND_ALONE = "listen-";

    private static final Pattern FORM = Pattern.compile("((?:" + STAND_ALONE + ")?[0-9a-f]{16})-(\\d{1,9})");

    /** Returns a new name of a stream. */
    static String randomStream() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    static Optional<EventId> of(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new EventId(matcher.group(1), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /** Whether the event belongs to a stand-alone stream rather than to a request. */
    boolean isOfStandAloneStream() {
        return stream.startsWith(STAND_ALONE);
    }

    @Override
    public String toString() {
        return stream + "-" + number;
    }
}
