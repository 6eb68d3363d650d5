package io.mcpspring.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.seal.Sealer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Changes are published to each listener by itself, and to other instances. */
@ExtendWith(OutputCaptureExtension.class)
class ServerEventsTests {

    private final InProcessChannel channel = new InProcessChannel();

    private final ServerEvents events = new ServerEvents(new Instances(channel, Sealer.ofProcess()));

    private final List<ServerEvent> received = new ArrayList<>();

    @Test
    void aListenerThatFailsDoesNotKeepTheEventFromOthers(CapturedOutput log) {
        events.subscribe(event -> {
            throw new NoClassDefFoundError("com/example/First");
        });
        events.subscribe(received::add);
        events.subscribe(event -> {
            throw new IllegalStateException("third");
        });
        events.subscribe(event -> received.add(event));
        new ServerEvents(new Instances(channel, Sealer.ofProcess())).subscribe(event -> received.add(event));
        events.publish(ListChanged.TOOLS);
        assertThat(received).containsExactly(ListChanged.TOOLS, ListChanged.TOOLS, ListChanged.TOOLS);
        assertThat(log).contains("A change was not processed", "com/example/First", "third");
    }
}
