package io.mcpspring.sample;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.sample.Catalog.Table;
import io.mcpspring.sample.Queries.Rows;
import io.mcpspring.tool.McpToolException;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The tools that save results as tables and drop these tables; other tables are not changed. */
@Component
@ConditionalOnBooleanProperty("desk.save-tables")
class SavedTables {

    private static final String PREFIX = "saved_";

    private static final int MAX_TABLES = 20;

    private static final int MAX_ROWS = 100_000;

    private static final int BATCH = 500;

    private final JdbcTemplate owner;

    private final Catalog catalog;

    private final Queries queries;

    private final TableResources resources;

    SavedTables(JdbcTemplate owner, Catalog catalog, Queries queries, TableResources resources) {
        this.owner = owner;
        this.catalog = catalog;
        this.queries = queries;
        this.resources = resources;
    }

    /** The form for the user before a table is dropped. */
    record Confirmation(
            @JsonPropertyDescription("Drop the table, which cannot be undone")
            boolean drop) {}

    @McpTool(
            name = "save_table",
            title = "Save as table",
            readOnlyHint = false,
            destructiveHint = false,
            idempotentHint = false,
            openWorldHint = false,
            task = TaskSupport.OPTIONAL,
            description = "Saves the result of a SELECT statement as a table for further queries. Returns the "
                    + "table's name, which begins with " + PREFIX + ".")
    String saveTable(
            @McpToolParam(description = "A SELECT statement of at most " + MAX_ROWS + " rows whose columns have names")
                    @NotBlank
                    String sql,
            @McpToolParam(description = "The name of the table, without " + PREFIX)
                    @Pattern(regexp = "[a-z][a-z0-9_]{0,40}")
                    String name,
            McpExchange exchange) {
        if (catalog.tables().stream()
                        .map(Table::name)
                        .filter(SavedTables::isSaved)
                        .count()
                >= MAX_TABLES) {
            throw new McpToolException("There are " + MAX_TABLES + " saved tables. Drop one of them with drop_table.");
        }
        String table = PREFIX + name;
        // The reader reads and the owner writes, so that no statement of the model runs with the rights of the owner.
        Rows rows = queries.all(MAX_ROWS, sql);
        create(table, rows.columns());
        try {
            insert(table, rows, exchange);
        } catch (RuntimeException e) {
            drop(table);
            throw e;
        }
        resources.refresh();
        return "Saved " + rows.rows().size() + " rows as table " + table;
    }

    private static boolean isSaved(String table) {
        return table.startsWith(PREFIX);
    }

    private void create(String table, List<Rows.Column> columns) {
        owner.execute(columns.stream()
                .map(column -> catalog.quoted(column.name()) + " " + storable(column.jdbcType()))
                .collect(Collectors.joining(", ", "CREATE TABLE " + catalog.quoted(table) + " (", ")")));
    }

    /** Returns a type without precision for the values of another type. Databases name the same type differently. */
    private static String storable(int jdbcType) {
        return switch (jdbcType) {
            case Types.BOOLEAN, Types.BIT -> "BOOLEAN";
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> "INTEGER";
            case Types.BIGINT -> "BIGINT";
            case Types.NUMERIC, Types.DECIMAL, Types.REAL, Types.FLOAT, Types.DOUBLE -> "DOUBLE PRECISION";
            case Types.DATE -> "DATE";
            case Types.TIME -> "TIME";
            case Types.TIMESTAMP -> "TIMESTAMP";
            case Types.TIMESTAMP_WITH_TIMEZONE -> "TIMESTAMP WITH TIME ZONE";
            default -> "VARCHAR";
        };
    }

    private void insert(String table, Rows rows, McpExchange exchange) {
        String parameters = String.join(", ", Collections.nCopies(rows.columns().size(), "?"));
        double total = rows.rows().size();
        int[] done = {0};
        owner.batchUpdate(
                "INSERT INTO " + catalog.quoted(table) + " VALUES (" + parameters + ")",
                rows.rows(),
                BATCH,
                (statement, row) -> {
                    if (exchange.isCancelled()) {
                        throw new CancellationException("The call that saves table " + table + " was cancelled");
                    }
                    bind(statement, row);
                    exchange.progress(
                            ++done[0], total, done[0] + " of " + rows.rows().size() + " rows saved");
                });
    }

    private static void bind(PreparedStatement statement, List<@Nullable Object> row) throws SQLException {
        for (int i = 0; i < row.size(); i++) {
            statement.setObject(i + 1, row.get(i));
        }
    }

    /** The code before the question only reads, because in 2026-07-28 it runs again when the answer arrives. */
    @McpTool(
            name = "drop_table",
            title = "Drop a saved table",
            readOnlyHint = false,
            destructiveHint = true,
            idempotentHint = false,
            openWorldHint = false,
            description = "Drops a table that save_table created, after the user has agreed.")
    String dropTable(
            @McpToolParam(description = "The table, as save_table and list_tables name it") @NotBlank String table,
            McpExchange exchange) {
        Table found = catalog.table(table);
        if (!isSaved(found.name())) {
            throw new McpToolException("Table '" + found.name() + "' was not created by save_table, so it stays.");
        }
        ElicitResult<Confirmation> answer = exchange.elicit(
                "Drop table " + found.name() + " with its " + found.rows() + " rows?", Confirmation.class);
        if (answer instanceof ElicitResult.Cancelled) {
            return "The user has not decided. Table " + found.name() + " is still there.";
        }
        if (answer.accepted().filter(Confirmation::drop).isEmpty()) {
            return "The user wants to keep table " + found.name() + ".";
        }
        drop(found.name());
        resources.refresh();
        return "Dropped table " + found.name();
    }

    private void drop(String table) {
        owner.execute("DROP TABLE IF EXISTS " + catalog.quoted(table));
    }
}
