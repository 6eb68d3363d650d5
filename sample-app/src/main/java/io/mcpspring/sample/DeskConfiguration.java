package io.mcpspring.sample;

import com.zaxxer.hikari.HikariDataSource;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CallToolResult;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Access to the database as the reader, in addition to that as the owner, which Spring Boot configures. */
@Configuration(proxyBeanMethods = false)
class DeskConfiguration {

    @Bean(defaultCandidate = false)
    @ConfigurationProperties("desk.reader")
    HikariDataSource readerDataSource() {
        return new HikariDataSource();
    }

    @Bean(defaultCandidate = false)
    JdbcTemplate reader(
            @Qualifier("readerDataSource") DataSource dataSource,
            @Value("${desk.statement-timeout}") Duration timeout) {
        JdbcTemplate reader = new JdbcTemplate(dataSource);
        // JDBC counts whole seconds, and none of them means no limit.
        reader.setQueryTimeout(
                Math.toIntExact(timeout.plusSeconds(1).minusNanos(1).toSeconds()));
        return reader;
    }

    /** The model gets the reason why the database refused a statement; other failures remain private. */
    @Bean
    McpToolExceptionResolver sqlErrors() {
        return (failure, request) -> failure instanceof DataAccessException
                        && !(failure instanceof DataAccessResourceFailureException)
                        && failure.getCause() instanceof SQLException refusal
                ? CallToolResult.error("The database reports: " + reason(refusal))
                : null;
    }

    /** The message of the database without the statement, which H2 appends. */
    static String reason(SQLException refusal) {
        return String.valueOf(refusal.getMessage()).replaceFirst("(?s); SQL statement:\n.*", "");
    }
}
