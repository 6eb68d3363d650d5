package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.sample.Queries.Rows;
import io.mcpspring.sample.Queries.Rows.Column;
import io.mcpspring.tool.McpToolException;
import java.math.BigDecimal;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;

@DeskTest
class QueriesTests {

    @Autowired
    private Queries queries;

    @Autowired
    private JdbcTemplate owner;

    @Test
    void returnsColumnsAndRows() {
        Rows rows = queries.first(10, "SELECT date, temp_max FROM weather WHERE temp_max > 35 ORDER BY date");

        assertThat(rows.columns())
                .containsExactly(
                        new Column("date", "DATE", Types.DATE), new Column("temp_max", "NUMERIC", Types.NUMERIC));
        assertThat(rows.rows()).containsExactly(List.of(LocalDate.of(2014, 8, 11), new BigDecimal("35.6")));
        assertThat(rows.truncated()).isFalse();
    }

    @Test
    void truncatesAtTheLimitAndReportsIt() {
        assertThat(queries.first(2, "SELECT * FROM weather").rows()).hasSize(2);
        assertThat(queries.first(2, "SELECT * FROM weather").truncated()).isTrue();
        assertThat(queries.first(1461, "SELECT * FROM weather").truncated()).isFalse();
    }

    @Test
    void refusesATruncatedResultIfItMustBeComplete() {
        assertThat(queries.all(1461, "SELECT * FROM weather").rows()).hasSize(1461);
        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> queries.all(1460, "SELECT * FROM weather"))
                .withMessage("The query returns more than 1460 rows. Aggregate or filter in SQL.");
    }

    @Test
    void refusesTextsThatTakeTooMuchMemory() {
        assertTakesTooMuchMemory("SELECT REPEAT('x', 1000000) AS text FROM SYSTEM_RANGE(1, 20)");
    }

    @Test
    @Tag("change")
    void refusesNumbersThatTakeTooMuchMemory() {
        assertTakesTooMuchMemory("SELECT x, x + 1 AS y, x + 2 AS z FROM SYSTEM_RANGE(1, 400000)");
    }

    private void assertTakesTooMuchMemory(String sql) {
        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> new Queries(owner).first(1_000_000, sql))
                .withMessage("The result takes more than 32 MB. Select fewer or shorter columns, or fewer rows.");
    }

    @Test
    void returnsValuesThatJsonCanExpress() {
        Rows rows = queries.first(1, """
                SELECT NULL AS nothing, TRUE AS truth,
                    TIMESTAMP '2012-01-01 10:20:30' AS moment, TIME '10:20:30' AS clock,
                    UUID '00000000-0000-0000-0000-000000000001' AS id, CAST('long' AS CLOB) AS text,
                    JSON '{"a":1}' AS json, ARRAY[1, 2] AS numbers""");

        assertThat(rows.rows())
                .containsExactly(Arrays.asList(
                        null,
                        true,
                        LocalDateTime.of(2012, 1, 1, 10, 20, 30),
                        LocalTime.of(10, 20, 30),
                        "00000000-0000-0000-0000-000000000001",
                        "long",
                        "{\"a\":1}",
                        "[1, 2]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT(*) AS days FROM weather;",
                "  select count(*) as days from WEATHER ;\n; ",
                "SELECT COUNT(*) AS days FROM weather -- all of them",
                "WITH d AS (SELECT DISTINCT date FROM weather) SELECT COUNT(*) AS days FROM d ORDER BY 1"
            })
    void acceptsQueriesAsModelsWriteThem(String sql) {
        Rows rows = queries.first(1, sql);

        assertThat(rows.columns()).extracting(Column::name).containsExactly("days");
        assertThat(rows.rows()).containsExactly(List.of(1461L));
    }

    @Test
    void allowsColumnsNamedLikePartsOfADate() {
        Rows rows = queries.first(
                5, "SELECT YEAR(date) AS year, COUNT(*) AS days FROM weather GROUP BY year ORDER BY year");

        assertThat(rows.values(0)).containsExactly(2012, 2013, 2014, 2015);
        assertThat(rows.numbers(1)).containsExactly(366.0, 365.0, 365.0, 365.0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 AS x; SET PASSWORD 'changed'",
                "SELECT 1 AS x; CREATE LOCAL TEMPORARY TABLE weather (x INT)",
                "SET PASSWORD 'changed'",
                "ALTER USER reader SET PASSWORD 'changed'",
                "SET QUERY_TIMEOUT 0",
                "DELETE FROM weather",
                "DROP TABLE weather",
                "CALL 1",
                ";",
                "SELECT 1 AS x, 2 AS x"
            })
    void runsOnlyASingleSelect(String sql) {
        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> queries.first(1, sql))
                .withMessageStartingWith("Only a single SELECT is run, and its columns need different names: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1) AS x; SET PASSWORD 'changed'; SELECT * FROM (SELECT 1",
                "SELECT 1 /*",
                "SELECT nothing FROM weather",
                "SELEC 1"
            })
    void reportsAFailureInTheWordsOfTheDatabase(String sql) {
        assertThatExceptionOfType(BadSqlGrammarException.class).isThrownBy(() -> queries.first(1, sql));
    }

    @Test
    @Tag("change")
    void stopsAStatementThatTakesTooLong() {
        String endless = "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) a, SYSTEM_RANGE(1, 1000000) b WHERE a.x < b.x";

        assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> queries.first(1, endless));
    }

    @Test
    void namesTheColumnThatHasNoNumbers() {
        Rows rows = queries.first(1, "SELECT weather FROM weather ORDER BY date");

        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> rows.numbers(0))
                .withMessage("Column 'weather' must contain numbers, but contains 'drizzle'.");
    }
}
