package io.mcpspring.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import reactor.core.publisher.Flux;
import reactor.netty.http.server.ConnectionInformation;

/** Which web pages a server in a network listens to: there a page of the same host may come in. */
class DoorTests {

    private final Door door = new Door(List.of("https://app.example"), List.of(), ConnectionAddress::of);

    @ParameterizedTest
    @CsvSource({"http://api.example, api.example", "https://api.example, api.example",
            "http://api.example:8080, api.example:8080", "http://API.example, api.EXAMPLE",
            "http://192.0.2.1:8080, 192.0.2.1:8080", "https://app.example, api.example"})
    void aPageOfTheSameHostOrAListedOneIsServed(String origin, String host) {
        assertThatNoException().isThrownBy(() -> door.check(request(origin, host, address("192.0.2.1"))));
        assertThat(door.cors(request(origin, host, address("192.0.2.1"))).getAllowedOrigins()).containsExactly(origin);
    }

    @ParameterizedTest
    @CsvSource({"http://evil.example, api.example", "http://api.example:81, api.example",
            "http://api.example, api.example:8080", "http://localhost:3000, api.example",
            "http://127.0.0.1, api.example", "null, api.example", "null, null", "http://evil.api.example, api.example",
            "api.example, api.example", "http://api.example@evil.example, api.example",
            "http://user@api.example, api.example"})
    void aPageOfAnotherHostIsRefused(String origin, String host) {
        refused(door, request(origin, host, address("192.0.2.1")));
        assertThat(door.cors(request(origin, host, address("192.0.2.1")))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"})
    void theSameHostMeansNothingOnLoopback(String address) {
        refused(door, request("http://api.example", "api.example", address(address)));
        assertThatNoException()
                .isThrownBy(() -> door.check(request("http://localhost:1", "api.example", address(address))));
    }

    @Test
    void anAddressThatIsNotKnownCountsAsLoopback() {
        refused(door, request("http://api.example", "api.example", null));
        refused(door, request("http://api.example", "api.example",
                InetSocketAddress.createUnresolved("api.example", 80)));
    }

    @Test
    void aRequestWithoutAHostIsRefusedWhereHostsAreListed() {
        Door listing = new Door(List.of(), List.of("api.example"), ConnectionAddress::of);
        refused(listing, request(null, null, address("192.0.2.1")));
        assertThatNoException().isThrownBy(() -> listing.check(request(null, "api.example", address("192.0.2.1"))));
    }

    private static void refused(Door door, ServerHttpRequest request) {
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> door.check(request))
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(HttpStatus.FORBIDDEN));
    }

    private static InetSocketAddress address(String address) {
        try {
            return new InetSocketAddress(InetAddress.getByName(address), 8080);
        } catch (UnknownHostException ex) {
            throw new IllegalArgumentException(ex);
        }
    }

    private static ServerHttpRequest request(@Nullable String origin, @Nullable String host,
            @Nullable InetSocketAddress connection) {
        HttpHeaders headers = new HttpHeaders();
        headers.setOrigin(origin);
        if (host != null) {
            headers.set("Host", host);
        }
        return new Request(headers, connection);
    }

    /** A request whose connection ends elsewhere than forwarded headers say. */
    private static final class Request extends AbstractServerHttpRequest {

        private final @Nullable InetSocketAddress connection;

        Request(HttpHeaders headers, @Nullable InetSocketAddress connection) {
            super(HttpMethod.POST, URI.create("http://api.example/mcp"), null, headers);
            this.connection = connection;
        }

        @Override
        public InetSocketAddress getLocalAddress() {
            boolean elsewhere = connection != null && !connection.isUnresolved()
                    && !connection.getAddress().isLoopbackAddress();
            return address(elsewhere ? "127.0.0.1" : "192.0.2.7");
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T getNativeRequest() {
            return (T) new Connection(connection);
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

    /** What Reactor Netty knows of a connection. */
    private record Connection(@Nullable InetSocketAddress address) implements ConnectionInformation {

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
