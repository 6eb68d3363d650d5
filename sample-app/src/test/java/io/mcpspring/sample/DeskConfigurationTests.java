package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeskConfigurationTests {

    @ParameterizedTest
    @CsvSource({"PT0.001S, 1", "PT0.5S, 1", "PT1S, 1", "PT1.001S, 2", "PT5S, 5"})
    void theTimeoutOfStatementsIsRoundedUpToSeconds(Duration timeout, int seconds) {
        assertThat(new DeskConfiguration()
                        .reader(new HikariDataSource(), timeout)
                        .getQueryTimeout())
                .isEqualTo(seconds);
    }
}
