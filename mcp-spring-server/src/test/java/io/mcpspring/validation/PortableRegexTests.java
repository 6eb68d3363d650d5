package io.mcpspring.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortableRegexTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[a-z]+|x",
                "^[A-Za-z0-9_-]{1,60}$",
                "(.*a){20}",
                "^(.*a){20}$|^good$",
                "[^!]*",
                "\\d{3}-\\d{4}",
                "[\\w.-]+@[\\w.-]+\\.[a-z]{2,}?",
                "(?:a|b)(?=c)(?!d)(?<=e)(?<!f)(?<name>g)",
                "\\p{L}\\P{Lu}[\\p{N}x]",
                "\\u00e4\\x41[\\u0000-\\u001f]",
                "[-a][a-][&][^a]",
                "[a-zA-Z0-9-_]+[0-9-\\s]+[-][^-]",
                "^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$",
                "\\ba\\b",
                "[$^.*+?(){}|]",
                "\\^\\$\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/\\\\",
                "ä€😀"
            })
    void whatBothReadAlikeIsPortable(String regexp) {
        Pattern.compile(regexp);
        assertThat(PortableRegex.isPortable(regexp)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\p{Alpha}+",
                "\\p{IsLatin}",
                "\\d{3}\\-\\d{4}",
                "[\\w-.]+",
                "(?i)ab",
                "(?i:ab)",
                "(?>a)",
                "a++",
                "^*",
                "$?",
                "\\b*",
                "(?=a)*",
                "(?<!a)?",
                "(a)\\1",
                "(a)\\2",
                "(?=a)(?:b)+",
                "a*+",
                "a{2}+",
                "[a-z&&[^b]]",
                "[a[b]]",
                "\\Qa\\E",
                "\\Aa\\z",
                "\\h",
                "\\R",
                "\\e",
                "\\a",
                "\\01",
                "\\x{1f600}",
                "a}",
                "a]",
                "\\#",
                "\\ "
            })
    void whatOnlyJavaReadsOrIsUncertainIsNot(String regexp) {
        Pattern.compile(regexp);
        assertThat(PortableRegex.isPortable(regexp)).isFalse();
    }
}
