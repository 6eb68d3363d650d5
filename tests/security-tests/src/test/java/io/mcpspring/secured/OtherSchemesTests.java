package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import reactor.core.publisher.Mono;

/** The chains of the documentation for passwords, API keys and client certificates. */
class OtherSchemesTests {

    private static final char[] PASSWORD = "secret".toCharArray();

    private static SecuredServer withKeys(String... properties) {
        return SecuredServer.of(Stack.CURRENT == Stack.WEBFLUX ? ReactiveKeys.class : Keys.class, properties);
    }

    @Test
    void aUserWithAPasswordIsTheCaller() {
        for (String[] properties : new String[][] {{}, {ISSUER}}) {
            SecuredServer server = SecuredServer.of(
                    Stack.CURRENT == Stack.WEBFLUX ? ReactivePasswords.class : Passwords.class, properties);
            HttpResponse<String> answer = server.call("whoAmI", "Authorization", basic("ada:lovelace"));
            assertThat(answer.body()).contains("You are ada");
            assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
            assertThat(List.of(
                            server.call("whoAmI"),
                            server.call("whoAmI", "Authorization", basic("ada:wrong")),
                            server.call("whoAmI", "Authorization", basic("eve:lovelace")),
                            server.get("/mcp", "Accept", "text/html"),
                            server.callWith("abc", "whoAmI")))
                    .allSatisfy(refused -> {
                        assertThat(refused.statusCode()).isEqualTo(401);
                        assertThat(refused.headers()
                                        .firstValue("WWW-Authenticate")
                                        .orElse(""))
                                .startsWith("Basic");
                    });
        }
    }

    /** What clients request besides the endpoint is not answered by the form, and users get the form. */
    @Test
    void thePathsBesideTheEndpointAreAnsweredTruly() {
        SecuredServer server =
                SecuredServer.of(Stack.CURRENT == Stack.WEBFLUX ? ReactivePasswords.class : Passwords.class);
        assertThat(server.get("/.well-known/oauth-protected-resource/mcp").statusCode())
                .isEqualTo(404);
        assertThat(server.callAt("/mcp/", "whoAmI").statusCode()).isNotEqualTo(200);
        HttpResponse<String> page = server.get("/other", "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(page.headers().firstValue("Location").orElseThrow()).endsWith("/login");
        assertThat(server.get("/other", "Authorization", basic("ada:lovelace")).statusCode())
                .isIn(302, 401);
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theOwnerOfAKeyIsTheCaller() {
        SecuredServer server = withKeys(ISSUER);
        HttpResponse<String> answer = server.call("whoAmI", "X-API-Key", "4711");
        assertThat(answer.body()).contains("You are ada");
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(server.call("whoAmI").statusCode()).isEqualTo(401);
        assertThat(server.call("whoAmI", "X-API-Key", "4712").statusCode()).isEqualTo(401);
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(401);
    }

    @Test
    @Tag("change")
    void aKeyIsAcceptedByAnApplicationWithoutADecoder() {
        SecuredServer server = withKeys();
        assertThat(server.call("whoAmI", "X-API-Key", "4711").body()).contains("You are ada");
        assertThat(server.call("whoAmI").statusCode()).isEqualTo(401);
    }

    @Test
    @Tag("change")
    void theOwnerOfACertificateIsTheCaller() throws Exception {
        SecuredServer server = SecuredServer.of(
                Stack.CURRENT == Stack.WEBFLUX ? ReactiveCertificates.class : Certificates.class,
                "server.ssl.key-store=classpath:mtls/server.p12",
                "server.ssl.key-store-password=secret",
                "server.ssl.trust-store=classpath:mtls/server.p12",
                "server.ssl.trust-store-password=secret",
                "server.ssl.client-auth=need");
        assertThat(whoAmI(server, "ada")).contains("You are ada");
        assertThatIOException().isThrownBy(() -> whoAmI(server, "eve"));
        assertThatIOException().isThrownBy(() -> whoAmI(server, null));
    }

    /** @param owner the owner of the certificate of the client; {@code null} for none */
    private static String whoAmI(SecuredServer server, @Nullable String owner) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(server.url("/mcp").replace("http:", "https:")))
                .headers(
                        "Content-Type", "application/json",
                        "Accept", "application/json, text/event-stream",
                        "MCP-Protocol-Version", "2026-07-28",
                        "Mcp-Method", "tools/call",
                        "Mcp-Name", "whoAmI")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoAmI", "_meta": {
                          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                          "io.modelcontextprotocol/clientCapabilities": {}}}}"""))
                .build();
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(ssl(owner))
                .build()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Trusts the server, and has a certificate that it trusts (ada) or not (eve), created for 100 years. */
    private static SSLContext ssl(@Nullable String owner) throws IOException, GeneralSecurityException {
        KeyManager[] keys = {};
        if (owner != null) {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store(owner), PASSWORD);
            keys = factory.getKeyManagers();
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store("ada"));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }

    private static KeyStore store(String owner) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = OtherSchemesTests.class.getResourceAsStream("/mtls/" + owner + ".p12")) {
            store.load(file, PASSWORD);
        }
        return store;
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, ReactivePasswordSecurity.class})
    static class ReactivePasswords {

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(FormLoginTests.ADA);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, PasswordSecurity.class})
    static class Passwords {

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(FormLoginTests.ADA);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, ReactiveKeySecurity.class})
    static class ReactiveKeys {

        @Bean
        ReactiveKeySecurity.ApiKeys keys() {
            return key -> key.equals("4711") ? Mono.just("ada") : Mono.empty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, KeySecurity.class})
    static class Keys {

        @Bean
        KeySecurity.ApiKeys keys() {
            return Map.of("4711", "ada")::get;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, ReactiveCertificateSecurity.class})
    static class ReactiveCertificates {}

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, CertificateSecurity.class})
    static class Certificates {}
}
