package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ids of events. */
class EventIdTests {

    @Test
    void anIdContainsItsStreamAndItsPosition() {
        assertThat(new EventId("0123456789abcdef", 17)).hasToString("0123456789abcdef-17");
        assertThat(EventId.of("0123456789abcdef-17")).contains(new EventId("0123456789abcdef", 17));
        assertThat(EventId.of("ffffffffffffffff-999999999")).contains(new EventId("ffffffffffffffff", 999_999_999));
    }

    @Test
    void theIdsOfStandAloneStreamsAreRecognised() {
        EventId listening = EventId.of("listen-0123456789abcdef-17").orElseThrow();
        assertThat(listening)
                .isEqualTo(new EventId("listen-0123456789abcdef", 17))
                .hasToString("listen-0123456789abcdef-17");
        assertThat(listening.isOfStandAloneStream()).isTrue();
        assertThat(EventId.of("0123456789abcdef-17").orElseThrow().isOfStandAloneStream())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "listen-1",
                "listen-listen-0123456789abcdef-1",
                "Listen-0123456789abcdef-1",
                "listen0123456789abcdef-1",
                "",
                " ",
                "-",
                "-1",
                "0123456789abcdef",
                "0123456789abcdef-",
                "0123456789abcdef--1",
                "0123456789abcdef-+1",
                "0123456789abcdef-1 ",
                "0123456789abcdef-1a",
                "0123456789abcdef-1000000000",
                "0123456789ABCDEF-1",
                "0123456789abcde-1",
                "0123456789abcdeff-1",
                "0123456789abcdef-\u0661",
                "x"
            })
    void anyOtherTextIsNotAnId(String text) {
        assertThat(EventId.of(text)).isEmpty();
    }
}
