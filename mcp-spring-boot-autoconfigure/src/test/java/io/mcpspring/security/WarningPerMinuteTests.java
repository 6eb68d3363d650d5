package io.mcpspring.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class WarningPerMinuteTests {

    @Test
    void theFirstOfEachMinuteIsLogged(CapturedOutput output) {
        AtomicLong time = new AtomicLong(Long.MAX_VALUE);
        WarningPerMinute warning = new WarningPerMinute(LogFactory.getLog(WarningPerMinuteTests.class), time::get);
        for (int second = 0; second < 150; second++) {
            warning.log("outage after " + second + " s");
            time.addAndGet(Duration.ofSeconds(1).toNanos());
        }
        List<String> logged =
                output.getOut().lines().filter(line -> line.contains("outage")).toList();
        assertThat(logged).hasSize(3);
        assertThat(logged.get(0)).endsWith("after 0 s");
        assertThat(logged.get(1)).endsWith("after 60 s");
        assertThat(logged.get(2)).endsWith("after 120 s");
    }
}
