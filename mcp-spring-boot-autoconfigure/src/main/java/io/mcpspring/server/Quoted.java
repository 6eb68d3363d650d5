package io.mcpspring.server;

/** What a client sent, cut and cleaned so that it can be repeated in a message. */
public final class Quoted {

    private static final int LIMIT = 64;

    private Quoted() {
    }

    public static String of(String text) {
        String start = text.length() <= LIMIT ? text : text.substring(0, LIMIT) + "...";
        return start.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
    }
}
