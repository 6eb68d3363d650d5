package io.mcpspring.sample;

import io.mcpspring.sample.Catalog.Column;
import io.mcpspring.sample.Catalog.Table;
import io.mcpspring.sample.Queries.Rows;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Summarizes the values of one column. */
@Component
class Statistics {

    private static final int MAX_FREQUENT = 10;

    /** The members of {@link Numbers}. The database computes them, because a column may not fit into the memory. */
    private static final String NUMBERS = """
            MIN($) AS a, PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY $) AS b,
            PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY $) AS c, PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY $) AS d,
            MAX($) AS e, AVG($) AS f, COALESCE(STDDEV_SAMP($), 0) AS g""";

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

        /** Selects expressions of the column, for which a dollar sign stands. */
        String select(String expressions) {
            return select(expressions, "$ IS NOT NULL");
        }

        /** Selects expressions of the finite numbers: those with a difference to themselves, which is 0. */
        String selectFinite(String expressions) {
            return select(expressions, "$ - $ = 0");
        }

        private String select(String expressions, String condition) {
            return "SELECT " + expressions.replace("$", column) + " FROM " + table + " WHERE "
                    + condition.replace("$", column);
        }
    }

    private Counts counts(Source source, long rows) {
        List<@Nullable Object> counts = row(source.select("COUNT(*) AS n, COUNT(DISTINCT $) AS d"));
        long values = number(counts.get(0));
        return new Counts(values, rows - values, number(counts.get(1)));
    }

    private @Nullable Numbers numbers(Source source) {
        Rows rows = queries.first(1, source.selectFinite(NUMBERS));
        double[] numbers = IntStream.range(0, rows.columns().size())
                .mapToObj(column -> rows.numbers(column).get(0))
                .filter(Objects::nonNull)
                .mapToDouble(Statistics::rounded)
                .toArray();
        return numbers.length < rows.columns().size()
                ? null
                : new Numbers(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
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
