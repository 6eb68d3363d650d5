package io.mcpspring.sample;

import com.zaxxer.hikari.HikariDataSource;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.tool.McpToolExceptionResolver;
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

/** The reader's way to the database, beside the owner's, which Spring Boot configures. */
@Configuration(proxyBeanMethods = false)
class DeskConfiguration {

    @Bean(defaultCandidate = false)
    @ConfigurationProperties("desk.reader")
    HikariDataSource readerDataSource() {
        return new HikariDataSource();
    }

    @Bean(defaultCandidate = false)
    JdbcTemplate reader(@Qualifier("readerDataSource") DataSource dataSource,
            @Value("${desk.statement-timeout}") Duration timeout) {
        JdbcTemplate reader = new JdbcTemplate(dataSource);
        reader.setQueryTimeout((int) timeout.toSeconds());
        return reader;
    }

    /** Lets the model read why the database refused its statement; all other failures stay private. */
    @Bean
    McpToolExceptionResolver sqlErrors() {
        return (failure, tool) -> refusedByDatabase(failure)
                ? CallToolResult.error("The database refused the statement: " + reason(failure))
                : null;
    }

    private static boolean refusedByDatabase(Throwable failure) {
        return failure instanceof DataAccessException refusal
                && !(refusal instanceof DataAccessResourceFailureException)
                && refusal.getMostSpecificCause() instanceof SQLException;
    }

    /** The database's own words, without H2's repetition of the whole statement. */
    static String reason(Throwable failure) {
        Throwable cause = failure instanceof DataAccessException refusal ? refusal.getMostSpecificCause() : failure;
        return String.valueOf(cause.getMessage()).replaceFirst("(?s); SQL statement:\n.*", "");
    }
}
