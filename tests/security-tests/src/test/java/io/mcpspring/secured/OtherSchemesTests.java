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
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

/** The chains of the documentation for API keys and for client certificates. */
class OtherSchemesTests {

    private static final char[] PASSWORD = "secret".toCharArray();

    private static SecuredServer withKeys(String... properties) {
        return SecuredServer.of(Stack.CURRENT == Stack.WEBFLUX ? ReactiveKeys.class : Keys.class, properties);
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
        assertThat(whoAmI(server, true)).contains("You are ada");
        assertThatIOException().isThrownBy(() -> whoAmI(server, false));
    }

    private static String whoAmI(SecuredServer server, boolean withCertificate) throws Exception {
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
                .sslContext(ssl(withCertificate))
                .build()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Trusts the server, and has the certificate of a client; both were created by keytool for 100 years. */
    private static SSLContext ssl(boolean withCertificate) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = OtherSchemesTests.class.getResourceAsStream("/mtls/ada.p12")) {
            store.load(file, PASSWORD);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(withCertificate ? keys.getKeyManagers() : new KeyManager[0], trust.getTrustManagers(), null);
        return context;
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
