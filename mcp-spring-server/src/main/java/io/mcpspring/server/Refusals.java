package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.CallContext.User;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Publishes that requests were refused for the security of the server. */
@Internal
public final class Refusals {

    /** Why a request was refused. */
    public enum Reason {

        /** It comes from a web page that is not allowed. */
        ORIGIN,

        /** It names a host that is not allowed. */
        HOST,

        /** It contains the session id of another user. */
        SESSION,

        /** Its {@code requestState} is forged, expired, or that of another request or user. */
        STATE,

        /** Its access token is malformed, expired or not valid for this server. */
        TOKEN,

        /** Its sender may not use the entry. */
        ACCESS,

        /** It is beyond a limit. */
        LIMIT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A refused request.
     *
     * @param user the authenticated user, if there is one
     * @param address the address of the client
     * @param detail the reason in words
     */
    public record Report(
            Reason reason, @Nullable User user, @Nullable InetSocketAddress address, String detail) {}

    private static final Log logger = LogFactory.getLog(Refusals.class);

    private final List<Consumer<Report>> listeners = new CopyOnWriteArrayList<>();

    /** Calls the listener, which must not block, with all later reports. */
    public void subscribe(Consumer<Report> listener) {
        listeners.add(listener);
    }

    public void report(Reason reason, CallContext request, String detail) {
        report(reason, request.user(), request.attribute(InetSocketAddress.class), detail);
    }

    public void report(Reason reason, @Nullable User user, @Nullable InetSocketAddress address, String detail) {
        Report report = new Report(reason, user, address, detail);
        listeners.forEach(
                listener -> ErrorReport.attempt(logger, "A refusal was not reported", () -> listener.accept(report)));
    }
}
