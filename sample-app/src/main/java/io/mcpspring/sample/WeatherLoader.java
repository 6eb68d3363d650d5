package io.mcpspring.sample;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Fills the empty table {@code weather} before the first request. */
@Component
@ConditionalOnBooleanProperty("desk.load-weather")
class WeatherLoader implements InitializingBean {

    private static final CSVFormat FORMAT =
            CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();

    private final JdbcTemplate owner;

    private final Resource file;

    WeatherLoader(JdbcTemplate owner, @Value("classpath:data/seattle-weather.csv") Resource file) {
        this.owner = owner;
        this.file = file;
    }

    @Override
    public void afterPropertiesSet() throws IOException {
        if (Integer.valueOf(0).equals(owner.queryForObject("SELECT COUNT(*) FROM weather", Integer.class))) {
            owner.batchUpdate("INSERT INTO weather VALUES (?, ?, ?, ?, ?, ?)", rows());
        }
    }

    private List<Object[]> rows() throws IOException {
        try (CSVParser lines = CSVParser.parse(file.getInputStream(), StandardCharsets.UTF_8, FORMAT)) {
            return lines.stream().map(WeatherLoader::row).toList();
        }
    }

    private static Object[] row(CSVRecord line) {
        return new Object[] {
            LocalDate.parse(line.get("date")),
            new BigDecimal(line.get("precipitation")),
            new BigDecimal(line.get("temp_max")),
            new BigDecimal(line.get("temp_min")),
            new BigDecimal(line.get("wind")),
            line.get("weather")
        };
    }
}
