package io.mcpspring.event;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** Publishes changes in the server, to this instance and to the others. */
@Internal
public final class ServerEvents {

    private static final Log logger = LogFactory.getLog(ServerEvents.class);

    final Set<Consumer<ServerEvent>> listeners = ConcurrentHashMap.newKeySet();

    /** The number of listeners to each task that has some. */
    private final Map<String, Integer> awaitedTasks = new ConcurrentHashMap<>();

    private final Instances instances;

    public ServerEvents(Instances instances) {
        this.instances = instances;
        instances.onMessage(InstanceMessage.Changed.class, changed -> publishHere(changed.event()));
    }

    public void publish(ServerEvent event) {
        publishHere(event);
        instances.publish(new InstanceMessage.Changed(event));
    }

    /** Calls the listener with all later events, until the result is disposed. */
    public Disposable subscribe(Consumer<ServerEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /**
     * As {@link #subscribe(Consumer)}, for a listener that awaits changes of tasks.
     *
     * @param tasks the ids of the tasks
     */
    public Disposable subscribe(Collection<String> tasks, Consumer<ServerEvent> listener) {
        tasks.forEach(id -> awaitedTasks.merge(id, 1, Integer::sum));
        Disposable subscribed = subscribe(listener);
        return Disposables.composite(
                subscribed,
                () -> tasks.forEach(id -> awaitedTasks.computeIfPresent(id, (key, n) -> n == 1 ? null : n - 1)));
    }

    /** The ids of the tasks that listeners of this instance await. */
    public Set<String> awaitedTasks() {
        return awaitedTasks.keySet();
    }

    /** Publishes an event to the listeners of this instance alone. */
    public void publishHere(ServerEvent event) {
        listeners.forEach(listener -> UserCode.run(
                () -> listener.accept(event), failure -> logger.error("A change was not processed", failure)));
    }
}
