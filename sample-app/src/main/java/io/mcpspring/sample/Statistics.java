package io.mcpspring.sample;

import io.mcpspring.sample.Catalog.Column;
import io.mcpspring.sample.Catalog.Table;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.temporal.Temporal;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Statistic;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Summarizes the values of one column. */
@Component
class Statistics {

    private static final int MAX_NUMBERS = 250_000;

    private static final int MAX_FREQUENT = 10;

    private static final Set<Statistic> STATISTICS =
            EnumSet.of(Statistic.MIN, Statistic.MAX, Statistic.MEAN, Statistic.STANDARD_DEVIATION);

    private final Catalog catalog;

    private final Queries queries;

    Statistics(Catalog catalog, Queries queries) {
        this.catalog = catalog;
        this.queries = queries;
    }

    /** The summary of a column: counts, and depending on its type numbers, times or frequent values. */
    record Summary(
            Column column,
            Counts counts,
            @Nullable Numbers numbers,
            @Nullable Times times,
            @Nullable List<Frequent> mostFrequent) {}

    /**
     * The number of values.
     *
     * @param values without the nulls
     */
    record Counts(long values, long nulls, long distinct) {}

    /** The distribution of numbers, to six significant digits. */
    record Numbers(
            double min,
            double firstQuartile,
            double median,
            double thirdQuartile,
            double max,
            double mean,
            double standardDeviation) {}

    /** The first and the last date or time. */
    record Times(String earliest, String latest) {}

    /** A value and its frequency. */
    record Frequent(String value, long count) {}

    Summary describe(String tableName, String columnName) {
        Table table = catalog.table(tableName);
        Column column = table.column(columnName);
        Source source = new Source(catalog.quoted(table.name()), catalog.quoted(column.name()));
        Counts counts = counts(source, table.rows());
        Object example = counts.values() == 0 ? null : row(source.select("$")).get(0);
        return new Summary(
                column,
                counts,
                example instanceof Number ? numbers(source) : null,
                example instanceof Temporal ? times(source) : null,
                example instanceof String || example instanceof Boolean ? mostFrequent(source) : null);
    }

    private record Source(String table, String column) {

        /** Selects an expression of the column, for which a dollar sign stands. */
        String select(String expressions) {
            return "SELECT " + expressions.replace("$", column) + " FROM " + table + " WHERE " + column
                    + " IS NOT NULL";
        }
    }

    private Counts counts(Source source, long rows) {
        List<@Nullable Object> counts = row(source.select("COUNT(*) AS n, COUNT(DISTINCT $) AS d"));
        long values = number(counts.get(0));
        return new Counts(values, rows - values, number(counts.get(1)));
    }

    private @Nullable Numbers numbers(Source source) {
        double[] values = queries.all(MAX_NUMBERS, source.select("$")).numbers(0).stream()
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (values.length == 0) {
            return null;
        }
        DoubleStatistics statistics = DoubleStatistics.of(STATISTICS, values);
        double[] quartiles = Quantile.withDefaults().evaluate(values, 0.25, 0.5, 0.75);
        return new Numbers(
                rounded(statistics.getAsDouble(Statistic.MIN)),
                rounded(quartiles[0]),
                rounded(quartiles[1]),
                rounded(quartiles[2]),
                rounded(statistics.getAsDouble(Statistic.MAX)),
                rounded(statistics.getAsDouble(Statistic.MEAN)),
                rounded(statistics.getAsDouble(Statistic.STANDARD_DEVIATION)));
    }

    private static double rounded(double value) {
        return new BigDecimal(value).round(new MathContext(6)).doubleValue();
    }

    private Times times(Source source) {
        List<@Nullable Object> range = row(source.select("MIN($) AS earliest, MAX($) AS latest"));
        return new Times(String.valueOf(range.get(0)), String.valueOf(range.get(1)));
    }

    private List<Frequent> mostFrequent(Source source) {
        String sql = source.select("$, COUNT(*) AS n") + " GROUP BY " + source.column() + " ORDER BY 2 DESC, 1";
        return queries.first(MAX_FREQUENT, sql).rows().stream()
                .map(row -> new Frequent(String.valueOf(row.get(0)), number(row.get(1))))
                .toList();
    }

    private List<@Nullable Object> row(String sql) {
        return queries.first(1, sql).rows().get(0);
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }
}
