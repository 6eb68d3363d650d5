package io.mcpspring.event;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.seal.Sealer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** The other instances of this server, which have the same secret. Messages are sealed. */
@Internal
public final class Instances {

    private static final Log logger = LogFactory.getLog(Instances.class);

    private static final int MAX_ANSWER_MEGABYTES = 1;

    private static final String PURPOSE = "instance message";

    private record Envelope(InstanceMessage message) {}

    /** The first bytes of the messages of this instance. */
    private final byte[] self = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);

    private final List<Consumer<InstanceMessage>> listeners = new CopyOnWriteArrayList<>();

    private final McpInstanceChannel channel;

    private final Sealer sealer;

    private final AtomicBoolean foreign = new AtomicBoolean();

    public Instances(McpInstanceChannel channel, Sealer sealer) {
        this.channel = channel;
        this.sealer = sealer;
        channel.subscribe(message -> attempt(() -> receive(message)));
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
        byte[] sealed = sealer.sealBytes(PURPOSE, McpJson.writeValue(new Envelope(message)));
        return ByteBuffer.allocate(self.length + sealed.length)
                .put(self)
                .put(sealed)
                .array();
    }

    /** Calls the listener with the messages of other instances. */
    public <M extends InstanceMessage> void onMessage(Class<M> type, Consumer<M> listener) {
        listeners.add(message -> {
            if (type.isInstance(message)) {
                listener.accept(type.cast(message));
            }
        });
    }

    private void receive(byte[] message) {
        // Not opened, because they may have the answer of a client.
        if (Arrays.mismatch(self, message) == self.length) {
            return;
        }
        sealer.openBytes(PURPOSE, Arrays.copyOfRange(message, Math.min(self.length, message.length), message.length))
                .ifPresentOrElse(this::process, this::reportForeign);
    }

    private void process(byte[] json) {
        InstanceMessage message = McpJson.readValue(json, Envelope.class).message();
        listeners.forEach(listener -> attempt(() -> listener.accept(message)));
    }

    // The thread belongs to the channel.
    private static void attempt(Runnable processing) {
        UserCode.run(
                processing, failure -> logger.warn("A message of another instance could not be processed: " + failure));
    }

    private void reportForeign() {
        // Once, because another application may use the channel.
        if (foreign.compareAndSet(false, true)) {
            logger.warn("A message on the channel of the instances was not sealed with the secret of this one");
        }
    }
}
