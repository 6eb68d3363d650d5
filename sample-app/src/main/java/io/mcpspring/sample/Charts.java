package io.mcpspring.sample;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.sample.Queries.Rows;
import io.mcpspring.tool.McpToolException;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Date;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.TimeZone;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.AxesChartStyler.TextAlignment;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws the result of a query: the first column along the x-axis, every other column as a series of numbers. */
final class Charts {

    private static final int WIDTH = 960;

    private static final int HEIGHT = 540;

    private static final int MAX_MARKERS = 60;

    /** The number of characters that fit below the x-axis, and of lines when labels are rotated. */
    private static final int MAX_CHARACTERS = 110;

    private static final int MAX_TURNED = 40;

    private static final int MAX_NAME = 24;

    /** About 8000 years; for much longer periods, XChart does not finish its search for labels. */
    private static final long MAX_SECONDS = 250_000_000_000L;

    /** Colours that colour-blind people can distinguish (Okabe and Ito). */
    private static final Color[] COLORS = {
        new Color(0x0072B2),
        new Color(0xD55E00),
        new Color(0x009E73),
        new Color(0xCC79A7),
        new Color(0xE69F00),
        new Color(0x56B4E9)
    };

    private Charts() {}

    /** The style in which the values are drawn. */
    enum Kind {
        @JsonProperty("line")
        LINE,

        @JsonProperty("bar")
        BAR,

        @JsonProperty("scatter")
        SCATTER
    }

    static BufferedImage draw(Rows rows, Kind kind, String title, @Nullable String yLabel) {
        requireSeries(rows);
        Chart<? extends AxesChartStyler, ?> chart =
                kind == Kind.BAR || !continuous(rows.values(0)) ? categories(rows, kind) : points(rows, kind);
        String only = rows.columns().size() == 2 ? rows.columns().get(1).name() : "";
        chart.setTitle(title);
        chart.setXAxisTitle(rows.columns().get(0).name());
        chart.setYAxisTitle(yLabel == null ? only : yLabel);
        style(chart.getStyler(), rows.columns().size() > 2);
        return BitmapEncoder.getBufferedImage(chart);
    }

    private static void requireSeries(Rows rows) {
        if (rows.columns().size() < 2 || rows.columns().size() > COLORS.length + 1) {
            throw new McpToolException("A chart needs a column for the x-axis and 1 to " + COLORS.length
                    + " columns of numbers; the query returns " + rows.columns().size() + " in all.");
        }
        if (rows.rows().isEmpty()) {
            throw new McpToolException("The query returns no rows, so there is nothing to draw.");
        }
    }

    /** Whether the values have distances; all others are drawn side by side. */
    private static boolean continuous(List<@Nullable Object> values) {
        return values.size() > 1
                && (values.stream().allMatch(Number.class::isInstance)
                        || values.stream().allMatch(value -> instant(value) != null));
    }

    private static @Nullable Instant instant(@Nullable Object value) {
        Instant instant = null;
        if (value instanceof LocalDate date) {
            instant = date.atStartOfDay(ZoneOffset.UTC).toInstant();
        } else if (value instanceof LocalDateTime dateTime) {
            instant = dateTime.toInstant(ZoneOffset.UTC);
        } else if (value instanceof OffsetDateTime dateTime) {
            instant = dateTime.toInstant();
        }
        return instant != null && Math.abs(instant.getEpochSecond()) < MAX_SECONDS ? instant : null;
    }

    private static XYChart points(Rows rows, Kind kind) {
        XYChart chart = new XYChart(WIDTH, HEIGHT);
        List<?> x = rows.values(0).stream().map(Charts::position).toList();
        Marker marker = marker(rows, kind);
        for (int i = 1; i < rows.columns().size(); i++) {
            List<Double> y = rows.numbers(i).stream()
                    .map(number -> number == null ? Double.NaN : number)
                    .toList();
            chart.addSeries(rows.columns().get(i).name(), x, y).setMarker(marker);
        }
        XYStyler styler = chart.getStyler();
        styler.setDefaultSeriesRenderStyle(
                kind == Kind.SCATTER ? XYSeriesRenderStyle.Scatter : XYSeriesRenderStyle.Line);
        styler.setXAxisTickMarkSpacingHint(110);
        if (rows.values(0).get(0) instanceof Number) {
            styler.setxAxisTickLabelsFormattingFunction(Charts::label);
        } else {
            styler.setDatePattern(datePattern(rows.values(0)));
        }
        return chart;
    }

    private static Object position(@Nullable Object value) {
        Instant instant = instant(value);
        return instant == null ? Objects.requireNonNull(value) : Date.from(instant);
    }

    /** Labels are exact dates, because not every tick of a year is its first of January. */
    private static String datePattern(List<@Nullable Object> values) {
        LongSummaryStatistics days = values.stream()
                .map(Charts::instant)
                .filter(Objects::nonNull)
                .mapToLong(instant -> Duration.between(Instant.EPOCH, instant).toDays())
                .summaryStatistics();
        return days.getMax() - days.getMin() < 10 ? "yyyy-MM-dd HH:mm" : "yyyy-MM-dd";
    }

    private static Marker marker(Rows rows, Kind kind) {
        return kind == Kind.LINE && rows.rows().size() > MAX_MARKERS ? SeriesMarkers.NONE : SeriesMarkers.CIRCLE;
    }

    private static CategoryChart categories(Rows rows, Kind kind) {
        CategoryChart chart = new CategoryChart(WIDTH, HEIGHT);
        List<String> names = rows.values(0).stream()
                .map(String::valueOf)
                .map(Charts::shortened)
                .toList();
        Marker marker = marker(rows, kind);
        for (int i = 1; i < rows.columns().size(); i++) {
            chart.addSeries(rows.columns().get(i).name(), thinned(names), rows.numbers(i))
                    .setMarker(marker);
        }
        CategoryStyler styler = chart.getStyler();
        int longest = names.stream().mapToInt(String::length).max().orElse(0);
        if (names.size() * (longest + 2) > MAX_CHARACTERS) {
            styler.setXAxisLabelRotation(45);
            styler.setXAxisLabelAlignment(TextAlignment.Right);
        }
        styler.setPlotGridVerticalLinesVisible(false);
        makeRoom(styler, chart.getSeriesMap().values());
        styler.setDefaultSeriesRenderStyle(
                switch (kind) {
                    case BAR -> CategorySeriesRenderStyle.Bar;
                    case LINE -> CategorySeriesRenderStyle.Line;
                    case SCATTER -> CategorySeriesRenderStyle.Scatter;
                });
        return chart;
    }

    /** A chart of categories draws nothing when all its values are the same, unless the axis goes beyond them. */
    private static void makeRoom(CategoryStyler styler, Collection<CategorySeries> series) {
        DoubleSummaryStatistics range = series.stream()
                .flatMap(one -> one.getYData().stream())
                .filter(Objects::nonNull)
                .mapToDouble(Number::doubleValue)
                .summaryStatistics();
        if (range.getMin() == range.getMax()) {
            styler.setYAxisMin(Math.min(0, 2 * range.getMin()));
            styler.setYAxisMax(Math.max(1, 2 * range.getMax()));
        }
    }

    private static String shortened(String name) {
        return name.isBlank() ? " " : name.length() > MAX_NAME ? name.substring(0, MAX_NAME - 1) + "…" : name;
    }

    private static List<String> thinned(List<String> names) {
        int step = (names.size() + MAX_TURNED - 1) / MAX_TURNED;
        return IntStream.range(0, names.size())
                .mapToObj(i -> i % step == 0 ? names.get(i) : " ")
                .toList();
    }

    private static void style(AxesChartStyler styler, boolean legend) {
        styler.setSeriesColors(COLORS);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 20));
        styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
        styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
        styler.setLegendVisible(legend);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setChartTitlePadding(14);
        styler.setPlotBorderColor(Color.LIGHT_GRAY);
        styler.setTimezone(TimeZone.getTimeZone(ZoneOffset.UTC));
        styler.setLocale(Locale.ENGLISH);
        styler.setyAxisTickLabelsFormattingFunction(Charts::label);
    }

    /** A short text for every number, without rounding errors in the last digits. */
    private static String label(double value) {
        BigDecimal digits = new BigDecimal(value, new MathContext(12)).stripTrailingZeros();
        return Math.abs(digits.precision() - digits.scale()) > 9 ? digits.toString() : digits.toPlainString();
    }
}
