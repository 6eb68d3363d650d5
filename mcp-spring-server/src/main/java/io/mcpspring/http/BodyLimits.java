package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallContext.User;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.CallerKeys;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.server.Refusals;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * The limits of bodies: the size of each, the time of its arrival, and the memory of all requests and responses.
 *
 * @param maxSize number of bytes
 * @param timeout time limit for the arrival
 * @param budget the memory of all bodies in use, and of what is read from them
 * @param unsent the memory of all bytes that wait to be sent
 */
@Internal
public record BodyLimits(int maxSize, Duration timeout, ByteBudget budget, ByteBudget unsent) {

    private static final Log logger = LogFactory.getLog(BodyLimits.class);

    /** Creates limits with an eighth of the heap for the bytes that wait to be sent. */
    public BodyLimits(int maxSize, Duration timeout, ByteBudget budget) {
        this(maxSize, timeout, budget, ByteBudget.ofHeap(8));
    }

    /** Returns the memory of a request. */
    public RequestMemory memory(McpHttpRequest request) {
        // If the name of the user cannot be read, the request is refused when it is handled.
        String user = UserCode.<@Nullable String>call(() -> User.id(Principals.user(request.user())), failure -> null);
        Object caller = CallerKeys.of(user, request.remoteAddress());
        return new RequestMemory(budget, unsent, ByteBudget.caller(caller));
    }

    /**
     * Counts bytes that have arrived.
     *
     * @param before how many have arrived before
     * @return how many have arrived now
     * @throws RuntimeException 413 if the body is too large, or 503 if the memory does not suffice
     */
    public int count(RequestMemory memory, int before, int more) {
        // Not written as a sum, which could overflow.
        if (more > maxSize - before) {
            throw tooLarge();
        }
        if (!memory.take(more)) {
            throw busy().closing();
        }
        return before + more;
    }

    /** Returns the refusal of a request that finds no memory: 503. */
    static RequestRefusedException busy() {
        return RequestRefusedException.busy(
                "The server is processing too many large requests, or too many of yours; try again later");
    }

    /** Returns the refusal of a body that is too large: 413. */
    public RuntimeException tooLarge() {
        return unread(
                HttpStatus.CONTENT_TOO_LARGE,
                "The request is larger than " + maxSize + " bytes (mcp.server.http.max-request-size)");
    }

    /** Returns the refusal of a body that does not arrive in time: 408. */
    public RuntimeException tooSlow() {
        return unread(
                HttpStatus.REQUEST_TIMEOUT,
                "The request did not arrive within " + timeout.toMillis() + " ms (mcp.server.http.read-timeout)");
    }

    /** Returns the refusal of a body that cannot be read to its end: 400, or 408 if the web server waited too long. */
    public Throwable refusal(Throwable failure) {
        if (!(failure instanceof IOException) && !isLost(failure)) {
            return failure;
        }
        logger.debug("A request could not be read", failure);
        RequestRefusedException incomplete =
                RequestRefusedException.badRequest("The request is incomplete or is not valid HTTP");
        return isTimeout(failure) ? tooSlow() : incomplete.closing();
    }

    /** Whether a body has failed because its client has disconnected. */
    public static boolean isLost(Throwable failure) {
        // Spring does not recognise all messages that Java has for a lost connection.
        return !isTimeout(failure)
                && (failure instanceof SocketException
                        || DisconnectedClientHelper.isClientDisconnectedException(failure));
    }

    /** Whether the web server has waited too long for the body: the exceptions of Tomcat and of Jetty. */
    private static boolean isTimeout(Throwable failure) {
        return failure instanceof SocketTimeoutException || failure.getCause() instanceof TimeoutException;
    }

    private static RequestRefusedException unread(HttpStatus status, String problem) {
        return RequestRefusedException.of(status, problem).closing().because(Refusals.Reason.LIMIT);
    }
}
