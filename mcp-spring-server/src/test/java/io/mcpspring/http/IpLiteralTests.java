package io.mcpspring.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpLiteralTests {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "255.255.255.255, 255.255.255.255",
        "::1, 0:0:0:0:0:0:0:1",
        "[2001:DB8::1], 2001:db8:0:0:0:0:0:1",
        "fe80::1%1, fe80:0:0:0:0:0:0:1%1",
        "::ffff:192.0.2.1, 192.0.2.1"
    })
    void addressesAreParsed(String text, String expected) {
        assertThat(parsed(text).getAddress().getHostAddress()).isEqualTo(expected);
    }

    // "localhost" would be found if it was looked up.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "1",
                "1.2.3",
                "300.1.1.1",
                "010.1.1.1",
                "1.2.3.4.5",
                ".:1",
                "a:b",
                "1:2",
                "[::1",
                "::1]",
                "::1%nowhere0",
                "localhost:1",
                "_a"
            })
    void namesAreNotLookedUp(String text) {
        assertThat(parsed(text).isUnresolved()).isTrue();
    }

    private static InetSocketAddress parsed(String text) {
        return IpLiteral.parse(InetSocketAddress.createUnresolved(text, 80));
    }
}
