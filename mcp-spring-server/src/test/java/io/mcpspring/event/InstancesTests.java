package io.mcpspring.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mcpspring.seal.Sealer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What fails in the channel of the application, or in the processing of a message. */
@ExtendWith(OutputCaptureExtension.class)
class InstancesTests {

    private static final Sealer SEALER = Sealer.ofProcess();

    private static final InstanceMessage MESSAGE = new InstanceMessage.TaskCancelled("task");

    private final List<byte[]> published = new ArrayList<>();

    private final List<Consumer<byte[]>> subscribers = new ArrayList<>();

    @Test
    void aMessageThatTheChannelCannotSendIsLost(CapturedOutput log) {
        Instances instances = new Instances(
                channel(message -> {
                    throw new NoClassDefFoundError("com/example/Client");
                }),
                SEALER);
        assertThatCode(() -> instances.publish(MESSAGE)).doesNotThrowAnyException();
        assertThat(log)
                .contains("The other instances could not be notified of TaskCancelled:"
                        + " java.lang.NoClassDefFoundError: com/example/Client");
    }

    @Test
    void aMessageThatCannotBeProcessedDoesNotEndTheThreadOfTheChannel(CapturedOutput log) {
        new Instances(channel(published::add), SEALER).publish(MESSAGE);
        subscribers.clear();
        new Instances(channel(published::add), SEALER).onMessage(InstanceMessage.TaskCancelled.class, cancelled -> {
            throw new NoClassDefFoundError("com/example/Listener");
        });
        assertThatCode(() -> subscribers.get(0).accept(published.get(0))).doesNotThrowAnyException();
        assertThat(log)
                .contains("A message of another instance could not be processed:"
                        + " java.lang.NoClassDefFoundError: com/example/Listener");
    }

    @Test
    void aListenerThatFailsDoesNotKeepTheMessageFromOthers() {
        new Instances(channel(published::add), SEALER).publish(MESSAGE);
        subscribers.clear();
        Instances instances = new Instances(channel(published::add), SEALER);
        List<InstanceMessage> received = new ArrayList<>();
        instances.onMessage(InstanceMessage.TaskCancelled.class, cancelled -> {
            throw new IllegalStateException("first");
        });
        instances.onMessage(InstanceMessage.TaskCancelled.class, received::add);
        subscribers.get(0).accept(published.get(0));
        assertThat(received).containsExactly(MESSAGE);
    }

    @Test
    void anInstanceDoesNotReadItsOwnMessages(CapturedOutput log) {
        new Instances(channel(published::add), SEALER).publish(MESSAGE);
        byte[] incomplete = Arrays.copyOf(published.get(0), published.get(0).length - 1);
        subscribers.get(0).accept(incomplete);
        assertThat(log).doesNotContain("was not sealed");
        new Instances(channel(published::add), SEALER);
        subscribers.get(1).accept(incomplete);
        assertThat(log).contains("was not sealed");
    }

    @Test
    void aMessageIsReadByInstancesWithTheSecretAlone(CapturedOutput log) {
        Instances sender = new Instances(channel(published::add), new Sealer(List.of("new")));
        sender.publish(MESSAGE);
        assertThat(new String(published.get(0), StandardCharsets.ISO_8859_1)).doesNotContain("task", "Task");
        subscribers.clear();
        assertThat(received(new Sealer(List.of("next", "new")))).containsExactly(MESSAGE);
        assertThat(received(new Sealer(List.of("other")))).isEmpty();
        assertThat(received(SEALER)).isEmpty();
        assertThat(log)
                .contains("A message on the channel of the instances was not sealed with the secret of this one");
    }

    /** Returns the messages that an instance receives, to which some are sent that were not sealed. */
    private List<InstanceMessage> received(Sealer sealer) {
        List<InstanceMessage> received = new ArrayList<>();
        new Instances(channel(message -> {}), sealer).onMessage(InstanceMessage.TaskCancelled.class, received::add);
        Consumer<byte[]> subscriber = subscribers.remove(0);
        subscriber.accept(published.get(0));
        subscriber.accept(
                "{\"message\": {\"type\": \"TaskCancelled\", \"task\": \"task\"}}".getBytes(StandardCharsets.UTF_8));
        byte[] changed = published.get(0).clone();
        changed[changed.length - 1]++;
        subscriber.accept(changed);
        subscriber.accept(new byte[0]);
        return received;
    }

    private McpInstanceChannel channel(Consumer<byte[]> broker) {
        return new McpInstanceChannel() {
            @Override
            public void publish(byte[] message) {
                broker.accept(message);
            }

            @Override
            public void subscribe(Consumer<byte[]> listener) {
                subscribers.add(listener);
            }
        };
    }
}
