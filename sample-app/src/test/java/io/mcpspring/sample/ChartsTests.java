package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.sample.Charts.Kind;
import io.mcpspring.sample.Queries.Rows;
import io.mcpspring.sample.Queries.Rows.Column;
import io.mcpspring.tool.McpToolException;
import java.awt.image.BufferedImage;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("change")
class ChartsTests {

    private static final int BLUE = 0xFF0072B2;

    private static final int ORANGE = 0xFFD55E00;

    @ParameterizedTest
    @EnumSource
    void drawsNumbers(Kind kind) {
        assertThat(count(Charts.draw(rows(List.of(1, 5), List.of(2.5, 3), List.of(4, 1)), kind, "Numbers", "m"), BLUE))
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void drawsDates(Kind kind) {
        Rows rows = rows(List.of(LocalDate.of(2012, 1, 1), 1), List.of(LocalDate.of(2014, 1, 1), 2));

        assertThat(count(Charts.draw(rows, kind, "Dates", null), BLUE)).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void drawsTimes(Kind kind) {
        LocalDateTime noon = LocalDateTime.of(2012, 1, 1, 12, 0);
        Rows rows = rows(List.of(noon, 1), List.of(noon.plusHours(1), 2));

        assertThat(count(Charts.draw(rows, kind, "Times", null), BLUE)).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void drawsNames(Kind kind) {
        Rows rows = rows(List.of("", 1), Arrays.asList(null, 2), List.of("a name far too long for the axis", 3));

        assertThat(count(Charts.draw(rows, kind, "Names", ""), BLUE)).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void drawsEveryTypeOfTheDatabase(Kind kind) {
        Rows numbers = rows(List.of(1e300, -1e300), List.of(2e300, 1e300), List.of(1e-300, 0));
        Rows dates = rows(List.of(LocalDate.of(1, 1, 1), 1), List.of(LocalDate.of(900_000, 1, 1), 2));

        assertThat(count(Charts.draw(numbers, kind, "Numbers", null), BLUE)).isPositive();
        assertThat(count(Charts.draw(dates, kind, "Dates", null), BLUE)).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void drawsASingleRow(Kind kind) {
        Rows row = rows(List.of(LocalDate.of(2012, 1, 1), 1));

        assertThat(count(Charts.draw(row, kind, "One", null), BLUE)).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void drawsValuesThatAreAllTheSame(Kind kind) {
        assertThat(count(Charts.draw(rows(List.of(1, -7), List.of(2, -7)), kind, "Numbers", null), BLUE))
                .isPositive();
        assertThat(count(Charts.draw(rows(List.of("a", 7), List.of("b", 7)), kind, "Names", null), BLUE))
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void leavesAGapForAMissingValue(Kind kind) {
        Rows whole = rows(List.of(1, 2), List.of(2, 2), List.of(3, 2));
        Rows broken = rows(List.of(1, 2), Arrays.asList(2, null), List.of(3, 2));

        assertThat(count(Charts.draw(broken, kind, "Gap", null), BLUE))
                .isPositive()
                .isLessThan(count(Charts.draw(whole, kind, "Gap", null), BLUE));
    }

    @ParameterizedTest
    @EnumSource
    void drawsNothingIfAllValuesAreMissing(Kind kind) {
        Rows rows = rows(Arrays.asList("a", null), Arrays.asList("b", null));

        assertThat(count(Charts.draw(rows, kind, "Nothing", null), BLUE)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void givesEachSeriesItsColour(Kind kind) {
        BufferedImage image = Charts.draw(rows(List.of("a", 1, 3), List.of("b", 2, 1)), kind, "Two", null);

        assertThat(count(image, BLUE)).isPositive();
        assertThat(count(image, ORANGE)).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void drawsManyRows(Kind kind) {
        Rows rows = rows(
                IntStream.range(0, 400).mapToObj(i -> List.of("name " + i, i)).toArray(List<?>[]::new));

        assertThat(count(Charts.draw(rows, kind, "Many", null), BLUE)).isPositive();
    }

    @Test
    void drawsForAScreen() {
        BufferedImage image = Charts.draw(rows(List.of(1, 5), List.of(2, 3)), Kind.LINE, "Size", null);

        assertThat(image)
                .extracting(BufferedImage::getWidth, BufferedImage::getHeight)
                .containsExactly(960, 540);
    }

    @Test
    void refusesAResultWithoutSeries() {
        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> Charts.draw(rows(List.of(1)), Kind.LINE, "None", null))
                .withMessageContaining("the query returns 1 in all");
    }

    @Test
    void refusesMoreSeriesThanThereAreColours() {
        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> Charts.draw(rows(Collections.nCopies(8, 1)), Kind.LINE, "Too many", null))
                .withMessageContaining("the query returns 8 in all");
    }

    @Test
    void refusesAnEmptyResult() {
        Rows empty = new Rows(
                List.of(new Column("x", "", Types.INTEGER), new Column("y", "", Types.INTEGER)), List.of(), false);

        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> Charts.draw(empty, Kind.LINE, "Empty", null))
                .withMessage("The query returns no rows, so there is nothing to draw.");
    }

    private static Rows rows(List<?>... rows) {
        List<Column> columns = IntStream.range(0, rows[0].size())
                .mapToObj(i -> new Column("c" + i, "", Types.INTEGER))
                .toList();
        return new Rows(
                columns,
                Arrays.stream(rows).map(Collections::<Object>unmodifiableList).toList(),
                false);
    }

    private static long count(BufferedImage image, int color) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        return Arrays.stream(pixels).filter(pixel -> pixel == color).count();
    }
}
