package io.mcpspring.sample;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.Resource;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResources;
import io.mcpspring.sample.Catalog.Column;
import io.mcpspring.sample.Catalog.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;

/** The tables and their columns as resources, and a prompt for a first look at a table. */
@Component
class TableResources {

    private static final String TABLES = "desk://tables/";

    private static final String COLUMN = TABLES + "{table}/{column}";

    private static final String EXPLORE = "explore_table";

    private final McpResources resources;

    private final Catalog catalog;

    private final Statistics statistics;

    TableResources(McpResources resources, Catalog catalog, Statistics statistics) {
        this.resources = resources;
        this.catalog = catalog;
        this.statistics = statistics;
    }

    /** Lists the current tables, one resource for each; subscribed clients are notified of changes. */
    @EventListener(ApplicationReadyEvent.class)
    synchronized void refresh() {
        Map<String, Table> missing = new TreeMap<>();
        catalog.tables().forEach(table -> missing.put(uri(table), table));
        List<String> listed = resources.list().stream()
                .map(Resource::uri)
                .filter(uri -> uri.startsWith(TABLES))
                .toList();
        resources.update(changes -> {
            listed.stream().filter(uri -> missing.remove(uri) == null).forEach(changes::remove);
            missing.values().forEach(table -> changes.add(resource(table)));
        });
    }

    private static String uri(Table table) {
        return TABLES + UriUtils.encodePathSegment(table.name(), StandardCharsets.UTF_8);
    }

    private McpResourceDefinition resource(Table table) {
        return McpResourceDefinition.at(uri(table))
                .name(table.name())
                .title("Table " + table.name())
                .description(table.description() == null ? "A table of the database" : table.description())
                .mimeType("application/json")
                .read((request, exchange) -> catalog.find(table.name()))
                .build();
    }

    @McpResource(
            uri = COLUMN,
            name = "column",
            title = "Column of a table",
            mimeType = "application/json",
            description = "The summary of a column, as describe_column returns it")
    Optional<Statistics.Summary> column(String table, String column) {
        return catalog.find(table)
                .filter(found -> names(found).anyMatch(column::equalsIgnoreCase))
                .map(found -> statistics.describe(table, column));
    }

    @McpComplete(uri = COLUMN)
    List<String> table(String typed) {
        return catalog.tables().stream()
                .map(Table::name)
                .filter(name -> begins(name, typed))
                .toList();
    }

    /** Proposes columns of the table; of all tables for older clients, which do not send the table. */
    @McpComplete(uri = COLUMN, argument = "column")
    List<String> columnsOf(String typed, Map<String, String> settled) {
        return catalog.tables().stream()
                .filter(table -> table.name().equalsIgnoreCase(settled.getOrDefault("table", table.name())))
                .flatMap(TableResources::names)
                .filter(name -> begins(name, typed))
                .distinct()
                .toList();
    }

    @McpPrompt(
            name = EXPLORE,
            title = "Explore a table",
            description = "Asks the model to explore a table and report what is remarkable")
    String explore(
            @McpPromptParam(description = "The table") String table,
            @McpPromptParam(description = "What you want to know in particular") Optional<String> question) {
        Table found = catalog.find(table)
                .orElseThrow(() -> McpProtocolException.invalidParams("There is no table '" + table + "'"));
        return "Explore the table " + found.name() + ", which has " + found.rows() + " rows and the columns "
                + names(found).collect(Collectors.joining(", ")) + ". Look at its columns with describe_column, let "
                + "query do the arithmetic, and draw one or two charts of what is remarkable. "
                + question.map(text -> "Answer this above all: " + text)
                        .orElse("End with the three things that are most worth knowing.");
    }

    @McpComplete(prompt = EXPLORE, argument = "table")
    List<String> tableToExplore(String typed) {
        return table(typed);
    }

    private static Stream<String> names(Table table) {
        return table.columns().stream().map(Column::name);
    }

    private static boolean begins(String name, String typed) {
        return name.regionMatches(true, 0, typed, 0, typed.length());
    }
}
