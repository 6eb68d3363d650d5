package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.BindingChecks.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Problems are reported in English, independent of the server's locale. */
class BindingLanguageTests {

    static class Tools {

        @McpTool
        String check(
                int number,
                @Positive double price,
                @Size(min = 12) String text,
                @Size(max = 1) List<Integer> list,
                @Past LocalDate day) {
            return "fine";
        }
    }

    private static final Locale USUAL = Locale.getDefault();

    static Stream<Arguments> revisionsAndLocales() {
        return Revisions.every().stream()
                .flatMap(version -> Stream.of(
                                Locale.GERMANY, Locale.forLanguageTag("ar-EG"), Locale.forLanguageTag("tr-TR"))
                        .map(locale -> Arguments.of(version, locale)));
    }

    @AfterEach
    void restore() {
        Locale.setDefault(USUAL);
    }

    @ParameterizedTest
    @MethodSource("revisionsAndLocales")
    void problemsAreReportedInEnglish(ProtocolVersion version, Locale locale) {
        Locale.setDefault(locale);
        McpTestClient client = TestServer.shared(Tools.class).client(version);
        assertRefused(
                client,
                "check",
                """
                {"number": 1.5, "price": -1, "text": "short", "list": [1, 2], "day": "yesterday"}""",
                "number: must be a whole number, got number 1.5",
                "price: must be greater than 0, got -1",
                "text: must have at least 12 characters, got 5",
                "list: must have at most 1 item, got 2",
                "day: must be a date such as 2026-01-31, got \"yesterday\"");
        assertRefused(client, "check", """
                {"number": 1, "price": 1, "text": "twelve chars", "list": [], "day": "9999-01-31"}""", "day: must be a past date, got \"9999-01-31\"");
        assertThat(BindingChecks.refusal(version, client.call("check"))).contains("number: is required");
    }
}
