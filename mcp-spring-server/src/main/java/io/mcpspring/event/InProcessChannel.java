package io.mcpspring.event;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Delivers messages to the servers of this process that share the channel. */
@Internal
public final class InProcessChannel implements McpInstanceChannel {

    private static final Log logger = LogFactory.getLog(InProcessChannel.class);

    private final List<Consumer<byte[]>> listeners = new CopyOnWriteArrayList<>();

    @Override
    public void publish(byte[] message) {
        listeners.forEach(listener -> UserCode.run(
                () -> listener.accept(message),
                failure -> logger.warn("A message of another instance could not be processed: " + failure)));
    }

    @Override
    public void subscribe(Consumer<byte[]> listener) {
        listeners.add(listener);
    }
}
