package io.mcpspring.contract.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.documentation.Page;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients fill everything that docs/reference/limits.md and the fixed limits of docs/explanation/internals.md list;
 * afterwards the server is as it was.
 */
class LimitsTests {

    private static final Pattern FIRST_COLUMN = Pattern.compile("(?m)^\\| (?!Kept )([^|]+) \\|");

    private static final long SPARE_HEAP = 4L << 20;

    private static Limit.Setting running;

    private static LimitedServer server;

    /** Returns a server that rows of the same group share. */
    private static LimitedServer server(Limit.Setting setting) {
        if (!setting.equals(running)) {
            stop();
            server = LimitedServer.start(setting);
            running = setting;
        }
        return server;
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.server().close();
        }
    }

    static Stream<Limit> limits() {
        return Stream.of(
                        RequestLimits.table(),
                        SessionLimits.table(),
                        ServerLimits.table(),
                        CallerLimits.table(),
                        OperatorLimits.table())
                .flatMap(table -> table.rows().stream());
    }

    @Test
    void everyRowOfThePagesIsFilled() {
        String fixed = Page.of("docs/explanation/internals.md").text().split("(?m)^## Fixed limits$|^## Tests$")[1];
        List<String> rows = FIRST_COLUMN
                .matcher(Page.of("docs/reference/limits.md").text() + fixed)
                .results()
                .map(row -> row.group(1))
                .toList();
        assertThat(limits().map(Limit::kept).distinct()).containsExactlyInAnyOrderElementsOf(rows);
    }

    @ParameterizedTest
    @MethodSource("limits")
    @Tag("alone")
    void aServerAtItsLimitServesOthersAndGivesMemoryBack(Limit limit) throws Exception {
        LimitedServer server = server(limit.setting());
        limit.before().on(server);
        serves(server, limit.kept() + " before");
        long before = usedHeap();
        limit.fill().on(server);
        serves(server, limit.kept());
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(200))
                .atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(usedHeap() - before)
                        .as("more bytes of the heap than before")
                        .isLessThan(SPARE_HEAP));
    }

    /** Calls a tool as another caller each time. */
    private static void serves(LimitedServer server, String user) {
        Answer answer = server.client(ProtocolVersion.V2026_07_28, Integer.toHexString(user.hashCode()))
                .call("greet");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.contentText()).isEqualTo("hello");
    }

    static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
