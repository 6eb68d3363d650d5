package io.mcpspring.sample;

import io.mcpspring.tool.McpToolException;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
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

    /** A table, with its number of rows. */
    record Table(String name, @Nullable String description, long rows, List<Column> columns) {
    }

    /** A column of a table; the type is the database's name of it. */
    record Column(String name, String type, boolean nullable, @Nullable String description) {
    }

    List<Table> tables() {
        return headings().stream().map(this::table).toList();
    }

    /** The table of this name, in upper or lower case. */
    Table table(String name) {
        List<Heading> headings = headings();
        return headings.stream().filter(heading -> heading.name().equalsIgnoreCase(name)).findFirst().map(this::table)
                .orElseThrow(() -> unknown("table", name, headings.stream().map(Heading::name).toList()));
    }

    /** The column of this name, in upper or lower case. */
    Column column(Table table, String name) {
        return table.columns().stream().filter(column -> column.name().equalsIgnoreCase(name)).findFirst()
                .orElseThrow(() -> unknown("column", name, table.columns().stream().map(Column::name).toList()));
    }

    private static McpToolException unknown(String kind, String name, List<String> known) {
        return new McpToolException("There is no %s '%s'. Known are: %s.".formatted(kind, name,
                String.join(", ", known)));
    }

    /** A name as it stands in SQL, whatever characters it has. */
    String quote(String name) {
        return query(statement -> statement.enquoteIdentifier(name, true));
    }

    private record Heading(String name, @Nullable String description) {
    }

    private List<Heading> headings() {
        return read((metaData, catalog, schema) -> metaData.getTables(catalog, schema, null, TABLES_AND_VIEWS),
                row -> new Heading(row.getString("TABLE_NAME"), row.getString("REMARKS")));
    }
}
