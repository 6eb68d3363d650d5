package io.mcpspring.sample;

import io.mcpspring.tool.McpToolException;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.RowMapperResultSetExtractor;
import org.springframework.jdbc.core.StatementCallback;
import org.springframework.stereotype.Component;

/** The tables that the reader can see. */
@Component
class Catalog {

    private static final String[] TABLES_AND_VIEWS = {"TABLE", "BASE TABLE", "VIEW"};

    private final JdbcTemplate reader;

    Catalog(@Qualifier("reader") JdbcTemplate reader) {
        this.reader = reader;
    }

    record Table(String name, @Nullable String description, long rows, List<Column> columns) {

        /** The column of this name, in upper or lower case. */
        Column column(String column) {
            return columns.stream()
                    .filter(known -> known.name().equalsIgnoreCase(column))
                    .findFirst()
                    .orElseThrow(() -> unknown(
                            "column", column, columns.stream().map(Column::name).toList()));
        }
    }

    /**
     * A column of a table.
     *
     * @param type the database's name of the type
     */
    record Column(
            String name,
            String type,
            boolean nullable,
            @Nullable String description) {}

    List<Table> tables() {
        return headings().stream().map(this::table).toList();
    }

    /** The table of this name, in upper or lower case. */
    Table table(String name) {
        return find(name)
                .orElseThrow(() -> unknown(
                        "table", name, headings().stream().map(Heading::name).toList()));
    }

    Optional<Table> find(String name) {
        return headings().stream()
                .filter(known -> known.name().equalsIgnoreCase(name))
                .findFirst()
                .map(this::table);
    }

    private static McpToolException unknown(String kind, String name, List<String> known) {
        return new McpToolException(
                "There is no %s '%s'; there are: %s".formatted(kind, name, String.join(", ", known)));
    }

    /** Returns a name as an SQL identifier, with any special characters quoted. */
    String quoted(String name) {
        return Objects.requireNonNull(
                reader.execute((StatementCallback<String>) statement -> statement.enquoteIdentifier(name, true)));
    }

    private record Heading(String name, @Nullable String description) {}

    private List<Heading> headings() {
        return read(
                (metaData, catalog, schema) -> metaData.getTables(catalog, schema, null, TABLES_AND_VIEWS),
                (row, number) -> new Heading(row.getString("TABLE_NAME"), row.getString("REMARKS")));
    }

    private Table table(Heading heading) {
        String name = heading.name();
        Long rows = reader.queryForObject("SELECT COUNT(*) FROM " + quoted(name), Long.class);
        return new Table(name, heading.description(), Objects.requireNonNull(rows), columns(name));
    }

    private List<Column> columns(String table) {
        return read(
                (metaData, catalog, schema) -> metaData.getColumns(
                        catalog, schema, table.replace("_", metaData.getSearchStringEscape() + "_"), null),
                (row, number) -> new Column(
                        row.getString("COLUMN_NAME"),
                        row.getString("TYPE_NAME"),
                        row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
                        row.getString("REMARKS")));
    }

    @FunctionalInterface
    private interface Lookup {

        ResultSet in(DatabaseMetaData metaData, @Nullable String catalog, @Nullable String schema) throws SQLException;
    }

    private <T> List<T> read(Lookup lookup, RowMapper<T> mapper) {
        return Objects.requireNonNull(reader.execute((ConnectionCallback<List<T>>) connection -> {
            try (ResultSet rows =
                    lookup.in(connection.getMetaData(), connection.getCatalog(), connection.getSchema())) {
                return new RowMapperResultSetExtractor<>(mapper).extractData(rows);
            }
        }));
    }
}
