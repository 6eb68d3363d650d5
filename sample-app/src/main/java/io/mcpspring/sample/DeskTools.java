package io.mcpspring.sample;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.sample.Queries.Rows;
import io.mcpspring.tool.McpToolException;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.awt.image.BufferedImage;
import java.net.URI;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The tools of the data desk. */
@Component
class DeskTools {

    private static final int MAX_POINTS = 5_000;

    private static final int MAX_EXPORTED = 10_000;

    private final Catalog catalog;

    private final Queries queries;

    private final Statistics statistics;

    DeskTools(Catalog catalog, Queries queries, Statistics statistics) {
        this.catalog = catalog;
        this.queries = queries;
        this.statistics = statistics;
    }

    @McpTool(
            name = "list_tables",
            title = "List tables",
            readOnlyHint = true,
            openWorldHint = false,
            description = "Lists the tables of the database with their columns, types and numbers of rows. "
                    + "Call this first: the other tools need these names.")
    List<Catalog.Table> listTables() {
        return catalog.tables();
    }

    @McpTool(
            name = "describe_column",
            title = "Describe a column",
            readOnlyHint = true,
            openWorldHint = false,
            description = "Sums up one column: how many values, nulls and different values it has; for numbers the "
                    + "range, quartiles, mean and standard deviation; for dates and times the range; for text the ten "
                    + "most frequent values.")
    Statistics.Summary describeColumn(
            @McpToolParam(description = "A table, as list_tables names it") @NotBlank String table,
            @McpToolParam(description = "A column of that table") @NotBlank String column) {
        return statistics.describe(table, column);
    }

    @McpTool(
            title = "Query",
            readOnlyHint = true,
            openWorldHint = false,
            description = "Runs one SELECT statement and returns its columns and rows; nothing can be changed. "
                    + "'truncated' is true if there are more rows.")
    Rows query(
            @McpToolParam(
                            description = "A SELECT statement, for example: SELECT YEAR(date) AS year, "
                                    + "AVG(temp_max) AS warmth FROM weather GROUP BY YEAR(date)")
                    @NotBlank
                    String sql,
            @McpToolParam(description = "How many rows to return at most", defaultValue = "100") @Min(1) @Max(1000)
                    int maxRows) {
        return queries.first(maxRows, sql);
    }

    @McpTool(
            title = "Draw a chart",
            readOnlyHint = true,
            openWorldHint = false,
            description = "Draws the result of a SELECT statement as a PNG image. The first column is the x-axis "
                    + "(numbers, dates or names); each further one, up to six, is a series of numbers.")
    BufferedImage chart(
            @McpToolParam(
                            description = "A SELECT statement of at most " + MAX_POINTS + " rows, in the order of the "
                                    + "x-axis. Column names are shown: give good ones, such as AVG(wind) AS \"Wind\"")
                    @NotBlank
                    String sql,
            @McpToolParam(
                            description = "line for a course, bar for comparing few values, scatter for a relation",
                            defaultValue = "line")
                    Charts.Kind kind,
            @McpToolParam(description = "What the chart shows, in a few words") @NotBlank @Size(max = 100) String title,
            @McpToolParam(description = "Label of the y-axis, with the unit; the column's name unless given")
                    @Size(max = 60)
                    @Nullable
                    String yLabel) {
        return Charts.draw(queries.all(MAX_POINTS, sql), kind, title, yLabel);
    }

    @McpTool(
            title = "Play as sound",
            readOnlyHint = true,
            openWorldHint = false,
            description = "Plays numbers as sound: a WAV file in which a higher number is a higher tone. "
                    + "For people who listen rather than look, and to hear rhythms and outliers.")
    List<Content> sonify(
            @McpToolParam(description = "A SELECT statement whose last column is the numbers, in the order of playing")
                    @NotBlank
                    String sql,
            @McpToolParam(description = "Length of the sound in seconds", defaultValue = "5") @Min(1) @Max(20)
                    int seconds) {
        Rows rows = queries.all(MAX_POINTS, sql);
        List<@Nullable Double> values = rows.numbers(rows.columns().size() - 1);
        DoubleSummaryStatistics range = Sounds.range(values);
        if (range.getCount() == 0) {
            throw new McpToolException("The query returns no numbers, so there is nothing to play.");
        }
        String legend = values.size() + " values in " + seconds + " seconds, from " + range.getMin() + " ("
                + Sounds.LOWEST_HERTZ + " Hz) to " + range.getMax() + " (" + Sounds.HIGHEST_HERTZ + " Hz)";
        return List.of(Content.text(legend), Content.audio(Sounds.wav(values, seconds), "audio/wav"));
    }

    @McpTool(
            title = "Export as CSV",
            readOnlyHint = true,
            openWorldHint = false,
            description = "Returns the whole result of a SELECT statement as a CSV file, to be handed over or stored. "
                    + "To read a result yourself, use query.")
    EmbeddedResource export(
            @McpToolParam(description = "A SELECT statement of at most " + MAX_EXPORTED + " rows") @NotBlank String sql,
            @McpToolParam(description = "Name of the file without its ending", defaultValue = "export")
                    @Pattern(regexp = "[A-Za-z0-9_-]{1,60}")
                    String name) {
        Rows rows = queries.all(MAX_EXPORTED, sql);
        return Content.resource(URI.create("desk://exports/" + name + ".csv"), "text/csv", csv(rows));
    }

    private static String csv(Rows rows) {
        Stream<Object[]> header = Stream.<Object[]>of(
                rows.columns().stream().map(Rows.Column::name).toArray());
        return Stream.concat(header, rows.rows().stream().map(List::toArray))
                .map(line -> CSVFormat.RFC4180.format(line) + "\r\n")
                .collect(Collectors.joining());
    }
}
