package io.mcpspring.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.oauth.RequestLocation;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.MirroredHeaders;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/**
 * The headers of a request. Each line of the input is a value: Host, Origin, Accept, a mirrored header, and the text of
 * the body that it repeats.
 */
class HeadersFuzzTests {

    private static final List<String> HOSTS = List.of("api.example", "localhost");

    private static final OriginPolicy POLICY =
            new OriginPolicy(List.of("https://app.example"), List.of("https://*.trusted.example"), HOSTS);

    private static final InetSocketAddress LOOPBACK = new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);

    @FuzzTest
    void headersAreAcceptedOnlyInTheirExactForm(byte[] input) {
        String[] lines = new String(input, StandardCharsets.UTF_8).split("\n", 5);
        if (lines.length == 5) {
            origin(lines[0], lines[1]);
            accept(lines[2]);
            mirrored(lines[3], lines[4]);
            mirroredNumber(lines[3], lines[4]);
        }
    }

    private static void origin(String host, String origin) {
        try {
            POLICY.check(new Request(host, origin));
        } catch (RequestRefusedException refusal) {
            assertThat(refusal.response().status()).isEqualTo(HttpStatus.FORBIDDEN);
            return;
        }
        assertThat(host.replaceFirst(":[0-9]+$", ""))
                .matches(name -> HOSTS.stream().anyMatch(name::equalsIgnoreCase));
        String authority = origin.substring(origin.indexOf("://") + 3);
        String name = authority.replaceFirst(":[0-9]{1,5}$", "");
        assertThat(origin).as("an accepted origin").isPrintable().doesNotContain("@", "?", "#", "*", " ");
        assertThat(origin).isLowerCase().doesNotEndWith(".").doesNotEndWith("/");
        assertThat(name.equals("localhost")
                        || name.equals("[::1]")
                        || name.matches("127(\\.[0-9]{1,3}){3}")
                        || authority.equalsIgnoreCase(host)
                        || origin.equals("https://app.example")
                        || origin.matches("https://[a-z0-9_.-]+\\.trusted\\.example"))
                .as("%s on %s", origin, host)
                .isTrue();
    }

    private record Request(String host, String origin) implements McpHttpRequest {

        @Override
        public HttpMethod method() {
            return HttpMethod.POST;
        }

        @Override
        public String path() {
            return "/mcp";
        }

        @Override
        public RequestHeaders headers() {
            HttpHeaders headers = new HttpHeaders();
            headers.set(HttpHeaders.HOST, host);
            headers.set(HttpHeaders.ORIGIN, origin);
            return new SpringHeaders(headers);
        }

        @Override
        public Attributes caller() {
            return Attributes.NONE;
        }

        @Override
        public Attributes attributes() {
            return Attributes.NONE;
        }

        @Override
        public Locale locale() {
            return Locale.ROOT;
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return LOOPBACK;
        }

        @Override
        public RequestLocation location() {
            return new RequestLocation(URI.create("http://localhost/mcp"), "", LOOPBACK);
        }
    }

    private static void accept(String value) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.ACCEPT, value);
        Optional<Accepts> accepts = accepts(headers);
        assertThat(accepts(headers)).isEqualTo(accepts);
        accepts.ifPresent(types -> assertThat(types.json() || types.stream()).isTrue());
    }

    private static Optional<Accepts> accepts(HttpHeaders headers) {
        try {
            return Optional.of(Accepts.of(new SpringHeaders(headers)));
        } catch (RequestRefusedException refusal) {
            assertThat(refusal.response().status()).isEqualTo(HttpStatus.NOT_ACCEPTABLE);
            return Optional.empty();
        }
    }

    private static void mirrored(String sent, String text) {
        if (isAccepted(sent, headers -> headers.verify("Mcp-Name", text))) {
            assertThat(meaning(sent).equals(text) || values(sent).stream().allMatch(text::equals))
                    .as("the header '%s' repeats '%s'", sent, text)
                    .isTrue();
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        String sentinel = "=?base64?" + Base64.getEncoder().encodeToString(utf8) + "?=";
        assertThat(isAccepted(sentinel, headers -> headers.verify("Mcp-Name", text)))
                .isTrue();
    }

    private static void mirroredNumber(String sent, String number) {
        if (number.matches("-?[0-9]{1,25}")
                && isAccepted(sent, headers -> headers.verifyInteger("Mcp-Param-Count", number))) {
            for (String each : values(sent)) {
                BigDecimal value = new BigDecimal(each);
                assertThat(value).isEqualByComparingTo(number);
                assertThat(value.abs()).isLessThan(new BigDecimal(BigInteger.TWO.pow(53)));
            }
        }
    }

    private static boolean isAccepted(String sent, Consumer<MirroredHeaders> check) {
        try {
            check.accept(new MirroredHeaders(name -> List.of(sent)));
            return true;
        } catch (McpProtocolException ex) {
            assertThat(ex.error().code()).isEqualTo(JsonRpcError.HEADER_MISMATCH);
            return false;
        }
    }

    /** Returns the texts that a gateway reads from a header that was repeated. */
    private static List<String> values(String sent) {
        return Stream.of(sent.split(",", -1)).map(HeadersFuzzTests::meaning).toList();
    }

    /** Returns the text that a gateway reads from a header. */
    private static String meaning(String sent) {
        String value = sent.replaceAll("^[ \t]+|[ \t]+$", "");
        assertThat(value).as("an accepted header").matches("[\t -~]*");
        Matcher sentinel =
                Pattern.compile("=\\?base64\\?([A-Za-z0-9+/]*={0,2})\\?=").matcher(value);
        return sentinel.matches()
                ? new String(Base64.getDecoder().decode(sentinel.group(1)), StandardCharsets.UTF_8)
                : value;
    }
}
