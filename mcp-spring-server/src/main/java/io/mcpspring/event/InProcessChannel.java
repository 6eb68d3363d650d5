package io.mcpspring.event;

import io.mcpspring.Internal;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Delivers messages to the servers of this process that share the channel. */
@Internal
public final class InProcessChannel implements McpInstanceChannel {

    private final List<Consumer<byte[]>> listeners = new CopyOnWriteArrayList<>();

    @Override
    public void publish(byte[] message) {
        listeners.forEach(listener -> listener.accept(message));
    }

    @Override
    public void subscribe(Consumer<byte[]> listener) {
        listeners.add(listener);
    }
}
