package io.mcpspring.observation;

/** The values of attributes that are the same for all messages of this server. */
final class NetworkValues {

    static final String TRANSPORT = "tcp";

    static final String PROTOCOL = "http";

    private NetworkValues() {}
}
