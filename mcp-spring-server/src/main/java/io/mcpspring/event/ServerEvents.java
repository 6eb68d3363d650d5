package io.mcpspring.event;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Disposable;

/** Publishes changes in the server, to this instance and to the others. */
@Internal
public final class ServerEvents {

    private static final Log logger = LogFactory.getLog(ServerEvents.class);

    final Set<Consumer<ServerEvent>> listeners = ConcurrentHashMap.newKeySet();

    private final Instances instances;

    public ServerEvents(Instances instances) {
        this.instances = instances;
        instances.onMessage(InstanceMessage.Changed.class, changed -> deliver(changed.event()));
    }

    public void publish(ServerEvent event) {
        deliver(event);
        instances.publish(new InstanceMessage.Changed(event));
    }

    /** Calls the listener with all later events, until the result is disposed. */
    public Disposable subscribe(Consumer<ServerEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void deliver(ServerEvent event) {
        listeners.forEach(listener -> UserCode.run(
                () -> listener.accept(event), failure -> logger.error("A change was not processed", failure)));
    }
}
