package io.mcpspring.session;

import io.mcpspring.protocol.RequestId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests of a session that have not been answered yet, so that their client can cancel them. */
final class RunningRequests {

    private final Map<RequestId, RunningRequest> byId = new HashMap<>();

    private boolean closed;

    /**
     * Adds a request, so that its client can cancel it; cancels it if the session is closed.
     *
     * @return {@code false} if a request with this id is running already
     */
    boolean add(RunningRequest request) {
        synchronized (this) {
            if (!closed) {
                return byId.putIfAbsent(request.id(), request) == null;
            }
        }
        request.cancelByClient();
        return true;
    }

    synchronized boolean contains(RequestId id) {
        return byId.containsKey(id);
    }

    synchronized void remove(RunningRequest request) {
        byId.remove(request.id(), request);
    }

    /**
     * Cancels a request.
     *
     * @return {@code false} if it is not running on this instance
     */
    boolean cancel(RequestId id) {
        RunningRequest request;
        synchronized (this) {
            request = byId.get(id);
        }
        if (request != null) {
            request.cancelByClient();
        }
        return request != null;
    }

    /** Cancels all requests, and further ones when they are added. */
    void close() {
        List<RunningRequest> requests;
        synchronized (this) {
            closed = true;
            requests = List.copyOf(byId.values());
        }
        requests.forEach(RunningRequest::cancelByClient);
    }
}
