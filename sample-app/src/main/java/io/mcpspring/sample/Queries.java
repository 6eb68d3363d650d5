package io.mcpspring.sample;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.mcpspring.tool.McpToolException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.stereotype.Component;

/** Runs SQL of a model as a database user with read access. */
@Component
class Queries {

    /** What the values of one result take at most. Results of all connections of the reader can be there at once. */
    private static final int MAX_MEGABYTES = 32;

    /** How many rows the driver requests at once, if it does not read the whole result first. */
    private static final int FETCHED_ROWS = 100;

    private final JdbcTemplate reader;

    Queries(@Qualifier("reader") JdbcTemplate reader) {
        this.reader = reader;
    }

    /**
     * The result of a query.
     *
     * @param truncated whether the query has more rows than these
     */
    record Rows(List<Column> columns, List<List<@Nullable Object>> rows, boolean truncated) {

        /**
         * A column of the result.
         *
         * @param type the database's name of the type
         * @param jdbcType the type, one of {@link java.sql.Types}
         */
        record Column(String name, String type, @JsonIgnore int jdbcType) {}

        /** The values of one column, counted from 0. */
        List<@Nullable Object> values(int column) {
            List<@Nullable Object> values = new ArrayList<>();
            rows.forEach(row -> values.add(row.get(column)));
            return values;
        }

        /** The numbers of one column, counted from 0; null where there is none. */
        List<@Nullable Double> numbers(int column) {
            List<@Nullable Double> numbers = new ArrayList<>();
            values(column).forEach(value -> numbers.add(number(columns.get(column), value)));
            return numbers;
        }

        private static @Nullable Double number(Column column, @Nullable Object value) {
            if (value == null) {
                return null;
            }
            if (value instanceof Number number) {
                return Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
            }
            throw new McpToolException(
                    "Column '" + column.name() + "' must contain numbers, but contains '" + value + "'.");
        }
    }

    /** The first rows of a query's result. */
    Rows first(int limit, String sql) {
        String query = sql.strip().replaceFirst("[;\\s]+$", "");
        ResultSetExtractor<Rows> read = result -> read(result, limit);
        return Objects.requireNonNull(reader.query(connection -> prepare(connection, query, limit + 1), read));
    }

    /** All rows of a query's result, as long as these are not more than the limit. */
    Rows all(int limit, String sql) {
        Rows rows = first(limit, sql);
        if (rows.truncated()) {
            throw new McpToolException("The query returns more than " + limit + " rows. Aggregate or filter in SQL.");
        }
        return rows;
    }

    private static PreparedStatement prepare(Connection connection, String query, int maxRows) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(query);
        requireOneQuery(connection, query);
        statement.setMaxRows(maxRows);
        statement.setFetchSize(Math.min(maxRows, FETCHED_ROWS));
        return statement;
    }

    /**
     * The reader's rights protect the data. This protects the reader: no second statement, such as a change of the
     * password, fits between the parentheses of a statement that is complete without them.
     */
    private static void requireOneQuery(Connection connection, String query) throws SQLException {
        try (PreparedStatement derived = connection.prepareStatement("SELECT * FROM (" + query + "\n) AS query")) {
            derived.getMetaData();
        } catch (SQLException e) {
            throw new McpToolException(
                    "Only a single SELECT is run, and its columns need different names: " + DeskConfiguration.reason(e),
                    e);
        }
    }

    private static Rows read(ResultSet result, int limit) throws SQLException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        long bytes = 0;
        while (rows.size() < limit && result.next()) {
            List<@Nullable Object> row = row(result);
            bytes += row.stream().mapToLong(Queries::bytes).sum();
            if (bytes > MAX_MEGABYTES * 1_000_000L) {
                throw new McpToolException("The result takes more than " + MAX_MEGABYTES
                        + " MB. Select fewer or shorter columns, or fewer rows.");
            }
            rows.add(row);
        }
        return new Rows(columns(result.getMetaData()), rows, rows.size() == limit && result.next());
    }

    private static List<Rows.Column> columns(ResultSetMetaData metaData) throws SQLException {
        List<Rows.Column> columns = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            columns.add(new Rows.Column(
                    metaData.getColumnLabel(i), metaData.getColumnTypeName(i), metaData.getColumnType(i)));
        }
        return columns;
    }

    private static List<@Nullable Object> row(ResultSet result) throws SQLException {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            row.add(value(result, i));
        }
        return row;
    }

    /**
     * Returns a value that JSON can express: numbers, booleans, dates and times, and other values as the text of the
     * database.
     */
    private static @Nullable Object value(ResultSet result, int column) throws SQLException {
        Object value = result.getObject(column);
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof Temporal) {
            return value;
        }
        if (value instanceof Date date) {
            return date.toLocalDate();
        }
        if (value instanceof Timestamp timestamp) {
            return timestamp.toLocalDateTime();
        }
        return value instanceof Time time ? time.toLocalTime() : result.getString(column);
    }

    /** An estimate of the memory that a value takes. */
    private static long bytes(@Nullable Object value) {
        return value instanceof String text ? 32 + 2L * text.length() : 32;
    }
}
