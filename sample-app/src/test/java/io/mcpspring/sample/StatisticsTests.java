package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.sample.Catalog.Column;
import io.mcpspring.sample.Statistics.Counts;
import io.mcpspring.sample.Statistics.Frequent;
import io.mcpspring.sample.Statistics.Numbers;
import io.mcpspring.sample.Statistics.Summary;
import io.mcpspring.sample.Statistics.Times;
import io.mcpspring.tool.McpToolException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

@DeskTest
class StatisticsTests {

    @Autowired
    private Catalog catalog;

    @Autowired
    private Statistics statistics;

    @Autowired
    private JdbcTemplate owner;

    @AfterEach
    void dropTheOddTable() {
        owner.execute("DROP TABLE IF EXISTS \"Odd_\"\"name\"");
    }

    @Test
    void listsTablesWithColumnsAndNumberOfRows() {
        assertThat(catalog.tables()).singleElement().satisfies(table -> {
            assertThat(table.name()).isEqualTo("weather");
            assertThat(table.description()).contains("Seattle");
            assertThat(table.rows()).isEqualTo(1461);
            assertThat(table.columns())
                    .contains(
                            new Column("date", "DATE", false, null),
                            new Column("wind", "NUMERIC", false, "average wind speed, metres per second"));
        });
    }

    @Test
    void describesNumbers() {
        Summary summary = statistics.describe("weather", "temp_max");

        assertThat(summary.column().name()).isEqualTo("temp_max");
        assertThat(summary.counts()).isEqualTo(new Counts(1461, 0, 67));
        assertThat(summary.numbers()).isEqualTo(new Numbers(-1.6, 10.6, 15.6, 22.2, 35.6, 16.4391, 7.34976));
        assertThat(summary.times()).isNull();
        assertThat(summary.mostFrequent()).isNull();
    }

    /** As the owner, whose statements have no time limit. */
    @Test
    @Tag("change")
    void describesMoreNumbersThanFitIntoAResult() {
        owner.execute("CREATE TABLE \"Odd_\"\"name\" AS SELECT x AS n FROM SYSTEM_RANGE(1, 300000)");

        assertThat(new Statistics(new Catalog(owner), new Queries(owner))
                        .describe("Odd_\"name", "n")
                        .numbers())
                .isEqualTo(new Numbers(1, 75000.8, 150001, 225000, 300000, 150001, 86602.7));
    }

    @Test
    void describesASingleNumber() {
        owner.execute("CREATE TABLE \"Odd_\"\"name\" AS SELECT 7 AS n");

        assertThat(statistics.describe("Odd_\"name", "n").numbers()).isEqualTo(new Numbers(7, 7, 7, 7, 7, 7, 0));
    }

    @Test
    void leavesOutNumbersThatAreNotFinite() {
        owner.execute("CREATE TABLE \"Odd_\"\"name\" (n DOUBLE PRECISION)");
        owner.execute("INSERT INTO \"Odd_\"\"name\" VALUES ('NaN'), ('Infinity'), ('-Infinity')");
        assertThat(statistics.describe("Odd_\"name", "n").numbers()).isNull();

        owner.execute("INSERT INTO \"Odd_\"\"name\" VALUES (1), (2)");
        assertThat(statistics.describe("Odd_\"name", "n").numbers())
                .isEqualTo(new Numbers(1, 1.25, 1.5, 1.75, 2, 1.5, 0.707107));
    }

    @Test
    void describesDates() {
        Summary summary = statistics.describe("WEATHER", "Date");

        assertThat(summary.counts()).isEqualTo(new Counts(1461, 0, 1461));
        assertThat(summary.times()).isEqualTo(new Times("2012-01-01", "2015-12-31"));
        assertThat(summary.numbers()).isNull();
    }

    @Test
    void describesText() {
        assertThat(statistics.describe("weather", "weather").mostFrequent())
                .containsExactly(
                        new Frequent("rain", 641),
                        new Frequent("sun", 640),
                        new Frequent("fog", 101),
                        new Frequent("drizzle", 53),
                        new Frequent("snow", 26));
    }

    @Test
    void countsNullsAndAcceptsAnyName() {
        owner.execute("CREATE TABLE \"Odd_\"\"name\" (\"a b\" DOUBLE PRECISION, empty INT)");
        owner.execute("INSERT INTO \"Odd_\"\"name\" VALUES (1, NULL), (NULL, NULL), ('NaN', NULL), (3, NULL)");

        Summary summary = statistics.describe("Odd_\"name", "a b");
        assertThat(summary.counts()).isEqualTo(new Counts(3, 1, 3));
        assertThat(summary.numbers())
                .extracting(Numbers::min, Numbers::median, Numbers::max)
                .containsExactly(1.0, 2.0, 3.0);
        Column empty = new Column("empty", "INTEGER", true, null);
        assertThat(statistics.describe("Odd_\"name", "empty"))
                .isEqualTo(new Summary(empty, new Counts(0, 4, 0), null, null, null));
    }

    @Test
    void theErrorForAnUnknownNameListsTheKnownOnes() {
        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> statistics.describe("climate", "wind"))
                .withMessage("There is no table 'climate'; there are: weather");
        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> statistics.describe("weather", "snow"))
                .withMessage(
                        "There is no column 'snow'; there are: date, precipitation, temp_max, temp_min, wind, weather");
    }
}
