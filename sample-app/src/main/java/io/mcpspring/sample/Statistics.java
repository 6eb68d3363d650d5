package io.mcpspring.sample;

import io.mcpspring.sample.Catalog.Column;
import io.mcpspring.sample.Catalog.Table;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.temporal.Temporal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Statistic;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Sums up the values of one column. */
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

    /**
     * A column's summary: beside the counts either numbers, times or frequent values, as the column's values are.
     *
     * @param count how many values there are, nulls not counted
     */
    record Summary(Column column, long count, long nulls, long distinct, @Nullable Numbers numbers,
            @Nullable Times times, @Nullable List<Frequent> mostFrequent) {
    }

    /** The distribution of numbers, to six significant digits. */
    record Numbers(double min, double firstQuartile, double median, double thirdQuartile, double max, double mean,
            double standardDeviation) {
    }

    /** The first and the last date or time. */
    record Times(String earliest, String latest) {
    }

    /** A value and how often it is there. */
    record Frequent(String value, long count) {
    }

    Summary describe(String tableName, String columnName) {
        Table table = catalog.table(tableName);
        Column column = table.column(columnName);
        return describe(table, column, catalog.quoted(column.name()), " FROM " + catalog.quoted(table.name()));
    }

    private Summary describe(Table table, Column column, String name, String from) {
        List<@Nullable Object> counts = row("SELECT COUNT(" + name + ") AS n, COUNT(DISTINCT " + name + ") AS d" + from);
        long count = ((Number) counts.get(0)).longValue();
        long distinct = ((Number) counts.get(1)).longValue();
        long nulls = table.rows() - count;
        String values = from + " WHERE " + name + " IS NOT NULL";
        Object example = count == 0 ? null : row("SELECT " + name + values).get(0);
        if (example == null) {
            return new Summary(column, count, nulls, distinct, null, null, null);
        }
        if (example instanceof Number) {
            return new Summary(column, count, nulls, distinct, numbers("SELECT " + name + values), null, null);
        }
        if (example instanceof Temporal) {
            return new Summary(column, count, nulls, distinct, null, times(name, values), null);
        }
        return new Summary(column, count, nulls, distinct, null, null, mostFrequent(name, values));
    }

    private List<@Nullable Object> row(String sql) {
        return queries.first(1, sql).rows().get(0);
    }

    private @Nullable Numbers numbers(String sql) {
        double[] values = queries.all(MAX_NUMBERS, sql).values(0).stream()
                .mapToDouble(value -> ((Number) value).doubleValue()).filter(Double::isFinite).toArray();
        if (values.length == 0) {
            return null;
        }
        DoubleStatistics statistics = DoubleStatistics.of(STATISTICS, values);
        double[] quartiles = Quantile.withDefaults().evaluate(values, 0.25, 0.5, 0.75);
        return new Numbers(rounded(statistics.getAsDouble(Statistic.MIN)), rounded(quartiles[0]),
                rounded(quartiles[1]), rounded(quartiles[2]), rounded(statistics.getAsDouble(Statistic.MAX)),
                rounded(statistics.getAsDouble(Statistic.MEAN)),
                rounded(statistics.getAsDouble(Statistic.STANDARD_DEVIATION)));
    }

    private static double rounded(double value) {
        return new BigDecimal(value).round(new MathContext(6)).doubleValue();
    }

    private Times times(String name, String values) {
        List<@Nullable Object> range = row("SELECT MIN(" + name + ") AS earliest, MAX(" + name + ") AS latest" + values);
        return new Times(String.valueOf(range.get(0)), String.valueOf(range.get(1)));
    }

    private List<Frequent> mostFrequent(String name, String values) {
        String sql = "SELECT " + name + ", COUNT(*) AS n" + values + " GROUP BY " + name + " ORDER BY 2 DESC, 1";
        return queries.first(MAX_FREQUENT, sql).rows().stream()
                .map(row -> new Frequent(String.valueOf(row.get(0)), ((Number) row.get(1)).longValue())).toList();
    }
}
