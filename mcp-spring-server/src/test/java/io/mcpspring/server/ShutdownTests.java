package io.mcpspring.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShutdownTests {

    private final Shutdown shutdown = new Shutdown();

    private final List<String> calls = new ArrayList<>();

    @Test
    void aListenerThatFailsPreventsNeitherTheOthersNorTheEndOfTheShutdown() {
        listeners().forEach(shutdown::onBegin);
        shutdown.begin(() -> calls.add("idle"));
        assertThat(calls).containsExactly("run", "run", "run", "idle");
    }

    @Test
    void aRequestThatCannotBeEndedDoesNotPreventTheEndOfTheOthers() {
        listeners().forEach(shutdown::register);
        shutdown.end();
        assertThat(calls).containsExactly("run", "run", "run");
    }

    @Test
    void aRequestThatBeginsAfterTheEndIsEndedAtOnce() {
        shutdown.end();
        shutdown.register(() -> calls.add("ended"));
        assertThat(calls).containsExactly("ended");

        shutdown.revoke();
        shutdown.register(() -> calls.add("again"));
        assertThat(calls).containsExactly("ended");
    }

    private List<Runnable> listeners() {
        return List.of(this::fail, this::fail, this::fail);
    }

    private void fail() {
        calls.add("run");
        throw new NoClassDefFoundError("on purpose");
    }
}
