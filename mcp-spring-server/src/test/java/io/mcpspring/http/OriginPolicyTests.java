package io.mcpspring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.mcpspring.oauth.RequestLocation;
import io.mcpspring.webflux.WebFluxRequest;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.adapter.DefaultServerWebExchange;
import org.springframework.web.server.i18n.AcceptHeaderLocaleContextResolver;
import org.springframework.web.server.session.DefaultWebSessionManager;
import reactor.core.publisher.Flux;
import reactor.netty.Connection;
import reactor.netty.http.server.ConnectionInformation;

/** The web pages that may use a server in a network or behind a proxy. */
@ExtendWith(OutputCaptureExtension.class)
class OriginPolicyTests {

    private static final String NETWORK = "192.0.2.1";

    private final OriginPolicy policy =
            new OriginPolicy(List.of("https://app.example"), List.of("https://*.Trusted.example"), List.of());

    private final OriginPolicy named =
            new OriginPolicy(List.of(), List.of(), List.of("api.example", "other.example:8443", NETWORK));

    @ParameterizedTest
    @CsvSource({
        "http://192.0.2.1:8080, 192.0.2.1:8080",
        "http://192.0.2.1, 192.0.2.1",
        "http://192.0.2.1, 192.0.2.1:80",
        "https://10.0.0.7, 10.0.0.7",
        "http://[2001:db8::1]:8080, [2001:db8::1]:8080",
        "https://app.example, api.example",
        "https://app.example, evil.example",
        "https://x.trusted.example, api.example"
    })
    void aPageOfTheSameAddressOrAListedOneIsServed(String origin, String host) {
        for (String connection : List.of(NETWORK, "127.0.0.1")) {
            allowed(policy, request(origin, host, address(connection)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://api.example, api.example",
        "https://api.example, api.example",
        "http://api.example:8080, api.example:8080",
        "http://evil.example, api.example",
        "http://api.example:81, api.example",
        "http://localhost:3000, api.example",
        "http://localhost:3000, localhost:3000",
        "http://127.0.0.1, api.example",
        "null, api.example",
        "null, null",
        "http://evil.api.example, api.example",
        "api.example, api.example",
        "http://192.0.2.1@evil.example, 192.0.2.1",
        "http://user@192.0.2.1, 192.0.2.1",
        "http://user@192.0.2.1, user@192.0.2.1",
        "http://192.0.2.1:81, 192.0.2.1",
        "https://192.0.2.1, 192.0.2.1:80",
        "http://192.0.2.1:80, 192.0.2.1",
        "http://192.0.2.1:8080, 192.0.2.1:08080",
        "http://192.0.2.1., 192.0.2.1.",
        "http://192.0.2.2, 192.0.2.1",
        "http://192.0.2.1.evil.example, 192.0.2.1.evil.example",
        "http://3221225985, 3221225985",
        "http://0xc0.0.2.1, 0xc0.0.2.1",
        "http://192.0.2.1/, 192.0.2.1",
        "HTTPS://APP.EXAMPLE, api.example",
        "https://app.example., api.example",
        "https://app.example:443, api.example",
        "http://app.example, api.example",
        "https://user@app.example, api.example",
        "https://user@x.trusted.example, api.example",
        "https://evil.example/.trusted.example, api.example",
        "https://evil.example#.trusted.example, api.example"
    })
    void aPageOfAnotherHostOrAnotherSpellingIsRefused(String origin, String host) {
        refused(policy, request(origin, host, address(NETWORK)));
    }

    @ParameterizedTest
    @CsvSource({
        "http://api.example, api.example",
        "https://api.example:8080, api.example:8080",
        "https://other.example:8443, other.example:8443"
    })
    void aPageOfAHostThatIsListedIsServed(String origin, String host) {
        for (String connection : List.of(NETWORK, "127.0.0.1")) {
            allowed(named, request(origin, host, address(connection)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://evil.example, evil.example",
        "http://other.example, other.example",
        "http://api.example:81, api.example",
        "http://api.example, api.example:8080",
        "http://api.example, " + "other.example:8443",
        "http://API.example, API.example",
        "http://api.example., api.example.",
        "http://user@api.example, api.example",
        "http://evil.example, api.example",
        "null, api.example"
    })
    void aPageOfAHostThatIsNotListedIsRefused(String origin, String host) {
        refused(named, request(origin, host, address(NETWORK)));
        refused(named, request(origin, host, address("127.0.0.1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"})
    void pagesOfLoopbackAddressesAreServedOnLoopback(String address) {
        refused(policy, request("http://api.example", "api.example", address(address)));
        allowed(policy, request("http://localhost:1", "api.example", address(address)));
        refused(policy, request("http://LOCALHOST:1", "api.example", address(address)));
        refused(policy, request("http://localhost.:1", "api.example", address(address)));
        refused(policy, request("http://user@localhost:1", "api.example", address(address)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example:8080",
                "http://127.0.0.1.evil.example",
                "http://evillocalhost",
                "http://[::2]",
                "localhost",
                "localhost:3000",
                "127.0.0.1",
                "http://",
                "file://",
                "http://192.0.2.1",
                "http://0.0.0.0",
                "http://1270.0.0.1",
                "http://127.0.0.1:x",
                "%%%",
                "http://[",
                "chrome-extension://abcdef",
                "*"
            })
    void pagesOfOtherOriginsAreRefusedOnLoopback(String origin) {
        refused(policy, request(origin, "localhost:8080", address("127.0.0.1")));
    }

    @Test
    void anUnknownAddressDoesNotCountAsLoopback() {
        refused(policy, request("http://api.example", "api.example", null));
        refused(policy, request("http://localhost:1", "api.example", null));
    }

    @Test
    void anUnresolvedAddressDoesNotCountAsLoopback() {
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved("localhost", 80);
        refused(policy, request("http://localhost:1", "api.example", unresolved));
        assertThat(policy.isOwnHost(local(unresolved))).isFalse();
        assertThat(policy.isOwnHost(local(null))).isFalse();
        assertThat(policy.isOwnHost(local(address("127.0.0.1")))).isTrue();
    }

    private static RequestLocation local(@Nullable InetSocketAddress localAddress) {
        return new RequestLocation(URI.create("http://localhost/mcp"), "", localAddress);
    }

    @Test
    void otherClientsAreServedForAnyHostUnlessHostsAreListed() {
        for (String host : new String[] {"evil.example", "api.example", null}) {
            assertThatNoException().isThrownBy(() -> policy.check(received(request(null, host, address(NETWORK)))));
        }
        refused(named, request(null, null, address(NETWORK)));
        refused(named, request(null, "evil.example", address(NETWORK)));
        assertThatNoException().isThrownBy(() -> named.check(received(request(null, "api.example", address(NETWORK)))));
    }

    @Test
    void aRepeatedHeaderIsRefused() {
        for (String header : List.of("Origin", "Host")) {
            HttpHeaders headers = new HttpHeaders();
            headers.setOrigin("http://api.example");
            headers.set("Host", "api.example");
            allowed(named, new Request(headers, address(NETWORK)));
            headers.add(header, "evil.example");
            refused(named, new Request(headers, address(NETWORK)));
        }
    }

    @Test
    void eachRefusedValueIsReportedOnceAndAHundredAtMost(CapturedOutput output) {
        for (int i = 0; i < 3; i++) {
            refused(policy, request("https://evil.example\r\nfake", "api.example", address(NETWORK)));
            refused(named, request(null, "evil.example", address(NETWORK)));
        }
        List<String> warnings = warnings(output);
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(0)).contains("Origin 'https://evil.example??fake'", "mcp.server.http.allowed-origins");
        assertThat(warnings.get(1)).contains("Host 'evil.example'", "mcp.server.http.allowed-hosts");
        for (int i = 0; i < 200; i++) {
            refused(policy, request("https://evil" + i + ".example", "api.example", address(NETWORK)));
        }
        assertThat(warnings(output)).hasSize(101);
    }

    @Test
    void manyRefusedOriginsDoNotHideARefusedHost(CapturedOutput output) {
        for (int i = 0; i < 110; i++) {
            refused(named, request("https://page" + i + ".example", "api.example", address(NETWORK)));
        }
        refused(named, request(null, "evil.example", address(NETWORK)));
        assertThat(warnings(output))
                .hasSize(101)
                .last()
                .asString()
                .contains("Refused a request with Host 'evil.example'");
    }

    private static List<String> warnings(CapturedOutput output) {
        return output.getOut().lines().filter(line -> line.contains(" WARN ")).toList();
    }

    private static McpHttpRequest received(ServerHttpRequest request) {
        return WebFluxRequest.of(new DefaultServerWebExchange(
                request,
                new MockServerHttpResponse(),
                new DefaultWebSessionManager(),
                ServerCodecConfigurer.create(),
                new AcceptHeaderLocaleContextResolver()));
    }

    private static void allowed(OriginPolicy policy, ServerHttpRequest request) {
        assertThatNoException().isThrownBy(() -> policy.check(received(request)));
        assertThat(policy.cors(received(request)).getAllowedOrigins())
                .containsExactly(request.getHeaders().getOrigin());
    }

    private static void refused(OriginPolicy policy, ServerHttpRequest request) {
        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(() -> policy.check(received(request)))
                .satisfies(refusal -> assertThat(refusal.response().status()).isEqualTo(HttpStatus.FORBIDDEN));
        assertThat(policy.cors(received(request))).isNull();
    }

    private static InetSocketAddress address(String address) {
        try {
            return new InetSocketAddress(InetAddress.getByName(address), 8080);
        } catch (UnknownHostException ex) {
            throw new IllegalArgumentException(ex);
        }
    }

    private static ServerHttpRequest request(
            @Nullable String origin, @Nullable String host, @Nullable InetSocketAddress connection) {
        HttpHeaders headers = new HttpHeaders();
        headers.setOrigin(origin);
        if (host != null) {
            headers.set("Host", host);
        }
        return new Request(headers, connection);
    }

    /** Returns a request whose connection has another address than the forwarded headers. */
    private static final class Request extends AbstractServerHttpRequest {

        private final @Nullable InetSocketAddress connection;

        Request(HttpHeaders headers, @Nullable InetSocketAddress connection) {
            super(HttpMethod.POST, URI.create("http://api.example/mcp"), null, headers);
            this.connection = connection;
        }

        @Override
        public InetSocketAddress getLocalAddress() {
            boolean elsewhere = connection != null
                    && !connection.isUnresolved()
                    && !connection.getAddress().isLoopbackAddress();
            return address(elsewhere ? "127.0.0.1" : "192.0.2.7");
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T getNativeRequest() {
            return (T) new NettyConnection(connection);
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return Flux.empty();
        }

        @Override
        protected MultiValueMap<String, HttpCookie> initCookies() {
            return new LinkedMultiValueMap<>();
        }

        @Override
        protected @Nullable SslInfo initSslInfo() {
            return null;
        }
    }

    /** The connection, as Reactor Netty describes it. */
    private record NettyConnection(@Nullable InetSocketAddress address) implements Connection, ConnectionInformation {

        @Override
        public Channel channel() {
            return new EmbeddedChannel();
        }

        @Override
        public @Nullable SocketAddress connectionHostAddress() {
            return address;
        }

        @Override
        public InetSocketAddress hostAddress() {
            return Objects.requireNonNull(address);
        }

        @Override
        public @Nullable SocketAddress connectionRemoteAddress() {
            return address;
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return Objects.requireNonNull(address);
        }

        @Override
        public String connectionScheme() {
            return "http";
        }

        @Override
        public String scheme() {
            return "http";
        }

        @Override
        public String hostName() {
            return "api.example";
        }

        @Override
        public int hostPort() {
            return 80;
        }
    }
}
