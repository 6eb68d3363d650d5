package io.mcpspring.contract.binding;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Arguments are checked, converted, and checked against their constraints within a second together. */
class TimeOfArgumentsTests {

    static class Tools {

        /** The time begins with the numbers, and is looked at again when the pattern is matched. */
        @McpTool
        String once(List<Integer> numbers, Slow slow, @Pattern(regexp = "a+|b+") String text) {
            return "hello";
        }

        @McpTool
        Object twice(List<Integer> numbers, Slow slow, @Pattern(regexp = "a+|b+") String text, McpExchange exchange) {
            return exchange.state().isEmpty() ? InputRequired.of().withState("asked") : "hello";
        }
    }

    /** A value that takes time to read. */
    record Slow(int milliseconds) {

        Slow {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
    }

    /** Long enough for a look at the time while it is matched. */
    private static final String TEXT = "a".repeat(2_000);

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    @EveryRevision
    void constraintsHaveTheTimeThatReadingHasLeft(ProtocolVersion version) {
        assertThat(call(version, "once", 0).contentText()).isEqualTo("hello");
        assertThat(BindingChecks.refusal(version, call(version, "once", 1_100))).contains("takes too long to check");
    }

    @Test
    void eachRunOfAMethodHasATimeOfItsOwn() {
        assertThat(call(ProtocolVersion.V2025_11_25, "twice", 600).contentText())
                .isEqualTo("hello");
    }

    private static Answer call(ProtocolVersion version, String tool, int milliseconds) {
        String arguments =
                "{\"numbers\": [1], \"slow\": {\"milliseconds\": %d}, \"text\": \"%s\"}".formatted(milliseconds, TEXT);
        return SERVER.client(version).call(tool, arguments);
    }
}
