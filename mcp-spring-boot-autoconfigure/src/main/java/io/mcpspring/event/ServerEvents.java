package io.mcpspring.event;

import io.mcpspring.Internal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import reactor.core.Disposable;

/** Passes on what changed in the server, here and on the other instances. */
@Internal
public final class ServerEvents {

    private final Set<Consumer<ServerEvent>> listeners = ConcurrentHashMap.newKeySet();

    private final Instances instances;

    public ServerEvents(Instances instances) {
        this.instances = instances;
        instances.onMessage(InstanceMessage.Changed.class, changed -> tell(changed.event()));
    }

    public void publish(ServerEvent event) {
        tell(event);
        instances.tell(new InstanceMessage.Changed(event));
    }

    /** Calls the listener with all events to come, until it is disposed. */
    public Disposable subscribe(Consumer<ServerEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void tell(ServerEvent event) {
        listeners.forEach(listener -> listener.accept(event));
    }
}
