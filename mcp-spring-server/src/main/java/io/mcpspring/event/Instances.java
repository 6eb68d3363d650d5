package io.mcpspring.event;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.McpProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** The other instances of this server. */
@Internal
public final class Instances {

    private static final Log logger = LogFactory.getLog(Instances.class);

    private static final int MAX_ANSWER_MEGABYTES = 1;

    private record Envelope(String from, InstanceMessage message) {}

    private final String self = UUID.randomUUID().toString();

    /** The first bytes of the messages of this instance. */
    private final byte[] own = ("{\"from\":\"" + self + "\"").getBytes(StandardCharsets.US_ASCII);

    private final List<Consumer<InstanceMessage>> listeners = new CopyOnWriteArrayList<>();

    private final McpInstanceChannel channel;

    public Instances(McpInstanceChannel channel) {
        this.channel = channel;
        channel.subscribe(this::receive);
    }

    /** Sends a message to the other instances. A failure of the channel is logged, and the message is lost. */
    public void publish(InstanceMessage message) {
        UserCode.run(
                () -> channel.publish(write(message)),
                failure -> logger.warn("The other instances could not be notified of "
                        + message.getClass().getSimpleName() + ": " + failure));
    }

    /**
     * Sends a client's answer, which this instance does not await, to the other instances.
     *
     * @throws McpProtocolException -32602 if it is too large, because every instance reads each message
     */
    public void publishAnswer(InstanceMessage answer) {
        if (write(answer).length > MAX_ANSWER_MEGABYTES * 1024 * 1024) {
            throw McpProtocolException.invalidParams("This instance of the server does not await the answer, and passes"
                    + " on answers of at most " + MAX_ANSWER_MEGABYTES + " MB to the others");
        }
        publish(answer);
    }

    private byte[] write(InstanceMessage message) {
        return McpJson.writeValue(new Envelope(self, message));
    }

    /** Calls the listener with the messages of other instances. */
    public <M extends InstanceMessage> void onMessage(Class<M> type, Consumer<M> listener) {
        listeners.add(message -> {
            if (type.isInstance(message)) {
                listener.accept(type.cast(message));
            }
        });
    }

    private boolean isOwn(byte[] json) {
        return json.length > own.length && Arrays.equals(json, 0, own.length, own, 0, own.length);
    }

    private void receive(byte[] json) {
        // Not read, because they may have the answer of a client.
        if (!isOwn(json)) {
            attempt(() -> process(McpJson.readValue(json, Envelope.class)));
        }
    }

    // The thread belongs to the channel.
    private static void attempt(Runnable processing) {
        UserCode.run(
                processing, failure -> logger.warn("A message of another instance could not be processed: " + failure));
    }

    private void process(Envelope envelope) {
        // A channel may have written the JSON anew.
        if (!envelope.from().equals(self)) {
            listeners.forEach(listener -> attempt(() -> listener.accept(envelope.message())));
        }
    }
}
