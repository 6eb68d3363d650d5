package io.mcpspring.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Texts of clients as they are quoted in messages. */
class QuotedTests {

    @Test
    void shortTextIsUnchanged() {
        assertThat(Quoted.of("Zürich 漢字 😀")).isEqualTo("Zürich 漢字 😀");
        assertThat(Quoted.of("")).isEmpty();
        assertThat(Quoted.of("x".repeat(64))).isEqualTo("x".repeat(64));
    }

    @Test
    void longTextIsTruncated() {
        assertThat(Quoted.of("x".repeat(65))).isEqualTo("x".repeat(64) + "...");
    }

    @Test
    void surrogatePairsAreNotSplit() {
        assertThat(Quoted.of("x".repeat(63) + "😀")).isEqualTo("x".repeat(63) + "...");
        assertThat(Quoted.of("a\ud83db\udc00")).isEqualTo("a?b?");
    }

    @Test
    void controlCharactersAreReplaced() {
        assertThat(Quoted.of("a\r\nb\tc\u001b[31m\u0000")).isEqualTo("a??b?c?[31m?");
    }
}
