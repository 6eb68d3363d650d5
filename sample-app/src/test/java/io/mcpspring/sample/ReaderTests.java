package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** The rights of the reader, which the database checks independently of the tools. */
@DeskTest
class ReaderTests {

    private static final int ADMIN_RIGHTS_REQUIRED = 90040;

    private static final int NOT_ENOUGH_RIGHTS = 90096;

    @Autowired
    @Qualifier("reader")
    private JdbcTemplate reader;

    @Autowired
    private JdbcTemplate owner;

    @AfterEach
    void theDataIsUnchanged() {
        assertThat(owner.queryForObject("SELECT COUNT(*) FROM weather WHERE wind >= 0", Integer.class))
                .isEqualTo(1461);
    }

    @Test
    void readsTablesAndTheInformationSchema() {
        assertThat(reader.queryForObject("SELECT COUNT(*) FROM weather", Integer.class))
                .isEqualTo(1461);
        assertThat(reader.queryForObject("SELECT COUNT(*) FROM information_schema.tables", Integer.class))
                .isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO weather VALUES (DATE '2020-01-01', 0, 0, 0, 0, 'sun')",
                "MERGE INTO weather VALUES (DATE '2012-01-01', 0, 0, 0, -1, 'sun')",
                "UPDATE weather SET wind = -1",
                "DELETE FROM weather",
                "TRUNCATE TABLE weather",
                "SELECT * FROM FINAL TABLE (INSERT INTO weather VALUES (DATE '2020-01-01', 0, 0, 0, 0, 'sun'))",
                "SELECT 1; DELETE FROM weather",
                "EXECUTE IMMEDIATE 'DELETE FROM weather'",
                "DROP TABLE weather",
                "ALTER TABLE weather DROP COLUMN wind",
                "COMMENT ON TABLE weather IS 'changed'",
                "CREATE INDEX by_wind ON weather (wind)",
                "CREATE TABLE mine (x INT)",
                "CREATE VIEW mine AS SELECT 1 AS x",
                "CREATE SEQUENCE mine",
                "GRANT INSERT ON weather TO reader"
            })
    void cannotWrite(String sql) {
        assertThatExceptionOfType(DataAccessException.class)
                .isThrownBy(() -> reader.execute(sql))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(NOT_ENOUGH_RIGHTS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL CSVWRITE('target/stolen.csv', 'SELECT * FROM weather')",
                "SELECT * FROM CSVREAD('/etc/passwd')",
                "SELECT FILE_READ('/etc/passwd')",
                "SELECT FILE_WRITE('stolen', 'target/stolen.txt')",
                "SCRIPT",
                "SCRIPT TO 'target/stolen.sql'",
                "RUNSCRIPT FROM 'target/stolen.sql'",
                "BACKUP TO 'target/stolen.zip'",
                "CREATE ALIAS mine AS 'int mine() { return 1; }'",
                "CREATE TRIGGER mine BEFORE INSERT ON weather CALL 'Mine'",
                "CREATE LINKED TABLE mine ('', 'jdbc:h2:mem:other', '', '', 'T')",
                "SELECT * FROM LINK_SCHEMA('mine', '', 'jdbc:h2:mem:other', '', '', 'PUBLIC')",
                "CREATE SCHEMA mine",
                "CREATE USER mine PASSWORD ''",
                "ALTER USER reader ADMIN TRUE",
                "DROP ALL OBJECTS",
                "SET MODE MySQL",
                "SET DB_CLOSE_DELAY 0",
                "SET EXCLUSIVE 1",
                "SELECT CANCEL_SESSION(1)",
                "SHUTDOWN"
            })
    void cannotAccessAnythingButTheData(String sql) {
        assertThatExceptionOfType(DataAccessException.class)
                .isThrownBy(() -> reader.execute(sql))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(ADMIN_RIGHTS_REQUIRED));
    }

    private static int code(DataAccessException failure) {
        return failure.getCause() instanceof SQLException refusal ? refusal.getErrorCode() : 0;
    }
}
