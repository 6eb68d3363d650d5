package io.mcpspring.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.seal.Sealer;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

/** The cost of a stream does not depend on the number of other streams. */
class StreamCostTests {

    private static final int STREAMS = 20_000;

    /** A copy of all streams has 40 KB on average. */
    private static final int MAX_BYTES_OF_A_STREAM = 1_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final ServerEvents events = new ServerEvents(new Instances(new InProcessChannel(), Sealer.ofProcess()));

    private final Shutdown shutdown = new Shutdown();

    private int comparisons;

    private int calls;

    /** A stream that counts how often it is compared and called. */
    private final class CountingStream implements Consumer<ServerEvent>, Runnable {

        @Override
        public void accept(ServerEvent event) {
            calls++;
        }

        @Override
        public void run() {
            calls++;
        }

        @Override
        public boolean equals(Object other) {
            comparisons++;
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    @Test
    void listeningToEventsCostsTheSameForEachStream() {
        // Loads the classes.
        events.publish(ListChanged.TOOLS);
        assertLinear(events::subscribe, () -> events.publish(ListChanged.TOOLS));
    }

    @Test
    void waitingForTheShutdownCostsTheSameForEachStream() {
        assertLinear(shutdown::onBegin, () -> shutdown.begin(() -> {}));
    }

    @Test
    void runningUntilTheShutdownCostsTheSameForEachRequest() {
        assertLinear(shutdown::register, shutdown::end);
    }

    private void assertLinear(Function<CountingStream, Disposable> opening, Runnable event) {
        List<CountingStream> streams = IntStream.range(0, STREAMS)
                .mapToObj(number -> new CountingStream())
                .toList();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        List<Disposable> open = streams.stream().map(opening).toList();
        event.run();
        assertThat(calls).isEqualTo(STREAMS);
        open.forEach(Disposable::dispose);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        event.run();
        assertThat(calls).isEqualTo(STREAMS);
        assertThat(comparisons).isLessThan(3 * STREAMS);
        assertThat(allocated).isLessThan((long) MAX_BYTES_OF_A_STREAM * STREAMS);
    }
}
