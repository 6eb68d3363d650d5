package io.mcpspring.contract.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.documentation.Page;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.task.McpTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.scheduling.annotation.EnableScheduling;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The store of tasks in docs/how-to/tasks-jdbc.md. */
class JdbcTaskStoreTests {

    private static final Semaphore INTERRUPTED = new Semaphore(0);

    private static final DataSource DATABASE = database();

    private static DataSource database() {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:tasks;DB_CLOSE_DELAY=-1");
        new ResourceDatabasePopulator(new ClassPathResource("mcp-tasks.sql")).execute(source);
        return source;
    }

    @EnableScheduling
    @Import(JdbcTaskStore.class)
    static class Replica {

        private static volatile CountDownLatch done = new CountDownLatch(1);

        @Bean
        JdbcClient jdbcClient() {
            return JdbcClient.create(DATABASE);
        }

        @McpTool(task = TaskSupport.OPTIONAL)
        String work() throws InterruptedException {
            try {
                done.await();
                return "done";
            } catch (InterruptedException ex) {
                INTERRUPTED.release();
                throw ex;
            }
        }
    }

    private final McpTestClient a = client("a");

    private final McpTestClient b = client("b");

    private static McpTestClient client(String name) {
        return TestServer.shared(Replica.class, "spring.application.name=" + name, "mcp.server.name=replica")
                .clientWith(ProtocolVersion.V2026_07_28, TaskTests.TASKS);
    }

    private static JsonNode get(McpTestClient client, String task) {
        return client.request("tasks/get", "{\"taskId\": \"" + task + "\"}").result();
    }

    private static void renewed(String time) {
        JdbcClient.create(DATABASE)
                .sql("UPDATE mcp_instance SET renewed_at = " + time)
                .update();
    }

    @BeforeEach
    void begin() {
        Replica.done = new CountDownLatch(1);
        renewed("CURRENT_TIMESTAMP");
    }

    @Test
    void allInstancesFindATaskUntilItsEnd() {
        String task = a.call("work").result().get("taskId").stringValue();
        assertThat(get(b, task).get("status").stringValue()).isEqualTo("working");
        Replica.done.countDown();
        Awaitility.await().until(() -> get(b, task).get("status").stringValue().equals("completed"));
        assertThat(get(b, task).at("/result/content/0/text").stringValue()).isEqualTo("done");
    }

    @Test
    void aTaskWhoseInstanceDoesNotRenewItsRowFails() throws InterruptedException {
        String task = a.call("work").result().get("taskId").stringValue();
        renewed("CURRENT_TIMESTAMP - INTERVAL '31' SECOND");
        assertThat(get(b, task).get("statusMessage").stringValue())
                .isEqualTo("The instance that ran the task has ended; the task may have taken effect");
        Replica.done.countDown();
        // Its end comes too late.
        Awaitility.await().until(() -> get(a, task).get("status").stringValue().equals("failed"));
    }

    @Test
    void aTaskIsNotEndedByAnotherInstanceIfItHasChangedMeanwhile() {
        String task = a.call("work").result().get("taskId").stringValue();
        JdbcTaskStore other = new JdbcTaskStore(JdbcClient.create(DATABASE));
        ObjectNode failed = (ObjectNode)
                JsonMapper.shared().readTree(other.find(task).orElseThrow().toJson());
        failed.withObject("task").put("status", "failed");
        assertThat(other.save(McpTask.fromJson(failed.put("revision", 5).toString())))
                .isFalse();
        assertThat(get(b, task).get("status").stringValue()).isEqualTo("working");
        assertThat(other.save(McpTask.fromJson(failed.put("revision", 1).toString())))
                .isTrue();
        assertThat(get(b, task).get("status").stringValue()).isEqualTo("failed");
    }

    @Test
    void thePageHasTheCodeOfTheTest() throws IOException {
        Page page = Page.of("docs/how-to/tasks-jdbc.md");
        String source = Files.readString(page.root()
                .resolve("tests/contract-tests/src/test/java/io/mcpspring/contract/task/JdbcTaskStore.java"));
        assertThat(page.text())
                .contains(source.substring(source.indexOf("import")).strip())
                .contains(new ClassPathResource("mcp-tasks.sql")
                        .getContentAsString(StandardCharsets.UTF_8)
                        .strip());
    }
}
