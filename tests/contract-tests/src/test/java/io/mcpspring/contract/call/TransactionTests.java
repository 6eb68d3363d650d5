package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** A tool in a transaction, by Spring's own rules, whose call is cancelled. */
class TransactionTests {

    private static final BlockingQueue<String> ENDS = new LinkedBlockingQueue<>();

    /** Records how its transactions end. */
    @SuppressWarnings("serial")
    private static final class Recording extends AbstractPlatformTransactionManager {

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            ENDS.add("commit");
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            ENDS.add("rollback");
        }
    }

    @EnableTransactionManagement(proxyTargetClass = true)
    static class Configuration {

        @Bean
        PlatformTransactionManager transactionManager() {
            return new Recording();
        }

        @Bean
        Tools tools() {
            return new Tools();
        }
    }

    public static class Tools {

        @Transactional
        @McpTool(description = "Asks", task = TaskSupport.OPTIONAL)
        public String asks(McpExchange exchange) {
            return exchange.sample(CreateMessageRequest.of("Hi", 10)).text();
        }

        @Transactional
        @McpTool(description = "Waits, as most code does")
        public void waits(McpExchange exchange) throws InterruptedException {
            exchange.progress(1);
            new CountDownLatch(1).await();
        }

        @Transactional(rollbackFor = InterruptedException.class)
        @McpTool(description = "Waits, and rolls back when it is cancelled")
        public void waitsSafely(McpExchange exchange) throws InterruptedException {
            waits(exchange);
        }
    }

    private static final TestServer SERVER = TestServer.shared(Configuration.class);

    @BeforeEach
    void forget() {
        ENDS.clear();
    }

    private static String end() throws InterruptedException {
        return ENDS.poll(10, TimeUnit.SECONDS);
    }

    @LegacyRevisions
    void aCallThatIsCancelledWhileItAsksRollsBack(ProtocolVersion version) throws Exception {
        McpTestClient client = SERVER.clientWith(version, "{\"sampling\": {}}");
        try (EventStream stream = client.streamCall("asks", "{}")) {
            stream.nextMessage();
            client.notify("notifications/cancelled", "{\"requestId\": " + client.lastId() + "}");
            assertThat(end()).isEqualTo("rollback");
        }
    }

    @Test
    void aTaskThatIsCancelledWhileItAsksRollsBack() throws Exception {
        McpTestClient client = SERVER.clientWith(
                ProtocolVersion.V2026_07_28,
                "{\"sampling\": {}, \"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}");
        String task = client.call("asks").result().get("taskId").stringValue();
        client.request("tasks/cancel", "{\"taskId\": \"" + task + "\"}");
        assertThat(end()).isEqualTo("rollback");
    }

    // By Spring's rule, checked exceptions commit a transaction; users have to know it.
    @EveryRevision
    void anInterruptedExceptionCommitsUnlessTheTransactionSaysOtherwise(ProtocolVersion version) throws Exception {
        assertThat(endWhenCancelled(version, "waits")).isEqualTo("commit");
        assertThat(endWhenCancelled(version, "waitsSafely")).isEqualTo("rollback");
    }

    private static String endWhenCancelled(ProtocolVersion version, String tool) throws InterruptedException {
        McpTestClient client = SERVER.client(version);
        try (EventStream stream = client.streamCall(tool, "{}", "1")) {
            stream.nextMessage();
            if (!version.isModern()) {
                client.notify("notifications/cancelled", "{\"requestId\": " + client.lastId() + "}");
            }
        }
        return end();
    }
}
