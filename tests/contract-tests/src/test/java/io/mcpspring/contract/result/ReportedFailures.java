package io.mcpspring.contract.result;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.support.Answer;
import io.mcpspring.support.RecordedLog;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks how the failure of a method is reported. */
final class ReportedFailures {

    private static final Pattern ERROR_ID = Pattern.compile("(?:reported as|under error id) ([0-9a-f]{8})");

    private ReportedFailures() {}

    /** Checks that the client gets a single error without details, whose id is in the only error of the log. */
    static void assertOneError(Supplier<Answer> request) {
        try (RecordedLog log = new RecordedLog()) {
            Answer answer = request.get();
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.messages()).hasSize(1);
            assertThat(answer.text()).doesNotContain("secret");
            assertThat(answer.json().has("error") || answer.isToolError())
                    .as(answer.text())
                    .isTrue();
            Matcher id = ERROR_ID.matcher(answer.text());
            assertThat(id.find()).as(answer.text()).isTrue();
            assertThat(log.lines(Level.ERROR)).singleElement().asString().contains(id.group(1));
        }
    }
}
