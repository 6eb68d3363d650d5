package io.mcpspring.contract.task;

import io.mcpspring.task.McpTask;
import io.mcpspring.task.McpTaskStore;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class JdbcTaskStore implements McpTaskStore {

    private final String instance = UUID.randomUUID().toString();

    private final JdbcClient jdbc;

    JdbcTaskStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
        renew();
    }

    @Override
    public boolean save(McpTask task) {
        String sql = task.revision() == 0 ? """
                INSERT INTO mcp_task (id, instance, revision, ended, json, expires_at)
                VALUES (:id, :instance, :revision, :ended, :json, :expires)""" : """
                UPDATE mcp_task SET revision = :revision, ended = :ended, json = :json
                WHERE id = :id AND NOT ended
                AND (revision < :revision AND instance = :instance OR revision = :revision - 1)""";
        return jdbc.sql(sql)
                        .param("id", task.id())
                        .param("instance", instance)
                        .param("revision", task.revision())
                        .param("ended", task.status().isTerminal())
                        .param("json", task.toJson())
                        .param("expires", task.expiresAt().atOffset(ZoneOffset.UTC))
                        .update()
                == 1;
    }

    @Override
    public Optional<McpTask> find(String id) {
        return jdbc.sql("SELECT json FROM mcp_task WHERE id = :id AND expires_at > CURRENT_TIMESTAMP")
                .param("id", id)
                .query(String.class)
                .optional()
                .map(McpTask::fromJson);
    }

    @Override
    public boolean isAbandoned(String id) {
        return count("""
                SELECT COUNT(*) FROM mcp_task t JOIN mcp_instance i ON i.id = t.instance
                WHERE t.id = :id AND NOT t.ended AND i.renewed_at < CURRENT_TIMESTAMP - INTERVAL '30' SECOND""", id) > 0;
    }

    private int count(String sql, String id) {
        return jdbc.sql(sql).param("id", id).query(Integer.class).single();
    }

    @Scheduled(fixedDelay = 5_000)
    void renew() {
        int renewed = jdbc.sql("UPDATE mcp_instance SET renewed_at = CURRENT_TIMESTAMP WHERE id = :id")
                .param("id", instance)
                .update();
        if (renewed == 0) {
            jdbc.sql("INSERT INTO mcp_instance (id, renewed_at) VALUES (:id, CURRENT_TIMESTAMP)")
                    .param("id", instance)
                    .update();
        }
    }

    @Scheduled(fixedDelay = 60_000)
    void removeExpired() {
        jdbc.sql("DELETE FROM mcp_task WHERE expires_at < CURRENT_TIMESTAMP").update();
        jdbc.sql("DELETE FROM mcp_instance WHERE id NOT IN (SELECT instance FROM mcp_task)"
                        + " AND renewed_at < CURRENT_TIMESTAMP - INTERVAL '1' DAY")
                .update();
    }
}
