package io.mcpspring.webmvc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.http.OriginPolicy;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.oauth.RequestLocation;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.filter.ForwardedHeaderFilter;

class WebMvcRequestTests {

    private static final String NETWORK = "192.0.2.7";

    @Test
    void aClientCannotPretendToRunOnTheSameMachine() throws Exception {
        HttpServletRequest request = forwarded("host=localhost:8080;proto=http;by=127.0.0.1");
        assertThat(request.getLocalAddr()).isEqualTo("127.0.0.1");
        RequestLocation location = new WebMvcRequest(request).location();
        assertThat(location.url()).isEqualTo(URI.create("http://localhost:8080/mcp"));
        assertThat(location.localAddress().getAddress().getHostAddress()).isEqualTo(NETWORK);
        ProtectedResource resource = new ProtectedResource(
                new ProtectedResource.Settings("", "/mcp", null, List.of(), List.of(), "orders"),
                new OriginPolicy(List.of(), List.of(), List.of())::isOwnHost);
        assertThat(resource.verifiedUrl(location)).isEmpty();
    }

    @Test
    void theEndpointSeesTheAddressOfTheConnection() throws Exception {
        InetSocketAddress local =
                new WebMvcRequest(forwarded("by=\"127.0.0.1:1\"")).location().localAddress();
        assertThat(local).isEqualTo(new InetSocketAddress(NETWORK, 8443));
    }

    @Test
    void aForwardedNameIsNotResolved() throws Exception {
        WebMvcRequest request = new WebMvcRequest(forwarded("for=localhost;by=localhost"));
        assertThat(request.location().localAddress().getHostString()).isEqualTo(NETWORK);
        assertThat(request.remoteAddress().isUnresolved()).isTrue();
        assertThat(request.remoteAddress().getHostString()).isEqualTo("localhost");
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.60, 192.0.2.60",
        "'\"[2001:db8::17]\"', 2001:db8:0:0:0:0:0:17",
        "'\"192.0.2.60:4711\"', 192.0.2.60"
    })
    void aForwardedAddressIsParsed(String address, String expected) throws Exception {
        assertThat(new WebMvcRequest(forwarded("for=" + address))
                        .remoteAddress()
                        .getAddress()
                        .getHostAddress())
                .isEqualTo(expected);
    }

    private static HttpServletRequest forwarded(String header) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/mcp");
        request.setLocalAddr(NETWORK);
        request.setLocalPort(8443);
        request.addHeader("Forwarded", header);
        MockFilterChain chain = new MockFilterChain();
        new ForwardedHeaderFilter().doFilter(request, new MockHttpServletResponse(), chain);
        return (HttpServletRequest) chain.getRequest();
    }
}
