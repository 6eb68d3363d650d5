package io.mcpspring.exchange;

/** Finds what the library knows about a request in progress. */
public final class Exchanges {

    private Exchanges() {}

    /** Returns the exchange behind the one that a method got. */
    public static Exchange of(McpRequestContext request) {
        return ((ExchangeView) request).exchange;
    }
}
