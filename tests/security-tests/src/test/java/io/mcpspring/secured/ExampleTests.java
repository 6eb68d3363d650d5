package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.server.resource.introspection.ReactiveOpaqueTokenIntrospector;
import reactor.core.publisher.Mono;

/** The complete examples of the documentation. */
@ExtendWith(OutputCaptureExtension.class)
class ExampleTests {

    private static final String COMPANY = "https://orders.acme.example/mcp";

    private static final String ORDER = "{\"orderId\": 8}";

    private static final String UNKNOWN = "\"code\":-32602";

    @Test
    void thePagesShowTheTestedClasses() throws IOException {
        Map<Class<?>, String> pages = Map.ofEntries(
                Map.entry(OrderTools.class, "example-company.md"),
                Map.entry(RefundsByClerks.class, "example-company.md"),
                Map.entry(LocalToken.class, "example-local.md"),
                Map.entry(ReactiveCertificateSecurity.class, "security-webflux.md"),
                Map.entry(ReactiveKeySecurity.class, "security-webflux.md"),
                Map.entry(ReactiveFormLogin.class, "console.md"),
                Map.entry(FormLogin.class, "console.md"),
                Map.entry(CertificateSecurity.class, "security-mvc.md"),
                Map.entry(KeySecurity.class, "security-mvc.md"),
                Map.entry(PasswordSecurity.class, "security-mvc.md"),
                Map.entry(ReactivePasswordSecurity.class, "security-webflux.md"));
        for (Class<?> shown : pages.keySet()) {
            String source =
                    Files.readString(Path.of("src/test/java", shown.getName().replace('.', '/') + ".java"));
            assertThat(Files.readString(Path.of("../../docs/how-to", pages.get(shown))))
                    .contains(source.substring(source.indexOf("import ")));
        }
    }

    @Test
    void aCompanyDecidesByScopesAndGroups() {
        try (SecuredServer server = SecuredServer.start(
                Company.class,
                ISSUER,
                "mcp.server.security.resource=" + COMPANY,
                "mcp.server.security.scopes-supported=orders:read",
                "mcp.server.http.allowed-hosts=orders.acme.example",
                "mcp.server.http.allowed-origins=https://desk.acme.example",
                "mcp.server.secret=a-secret-of-at-least-thirty-two-bytes")) {
            Caller reader = new Caller(server, COMPANY, List.of(), "orders:read");
            Caller writer = new Caller(server, COMPANY, List.of(), "orders:read", "orders:write");
            Caller clerk = new Caller(server, COMPANY, List.of("clerks"), "orders:read", "orders:write");
            Caller foreign = new Caller(server, "https://other.example/mcp", List.of("clerks"), "orders:read");

            assertThat(List.of("orderState", "cancelOrder", "refundOrder")).allSatisfy(tool -> {
                assertThat(server.call(tool, "Host", "orders.acme.example").statusCode())
                        .isEqualTo(401);
                assertThat(foreign.call(tool).statusCode()).isEqualTo(401);
            });
            assertThat(reader.call("orderState").body()).contains("open");
            HttpResponse<String> refused = reader.call("cancelOrder");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow())
                    .contains("error=\"insufficient_scope\", scope=\"orders:read orders:write\"");
            for (Caller other : List.of(reader, writer)) {
                assertThat(other.tools()).contains("orderState", "cancelOrder").doesNotContain("refundOrder");
                assertThat(other.call("refundOrder").body())
                        .contains(UNKNOWN)
                        .isEqualTo(other.call("noSuchTool").body().replace("noSuchTool", "refundOrder"));
            }
            assertThat(writer.call("cancelOrder").body()).contains("Cancelled by ada");
            assertThat(clerk.tools()).contains("refundOrder");
            assertThat(clerk.call("refundOrder").body()).contains("Refunded by ada");
        }
    }

    /** A user with a token of certain claims. */
    private record Caller(SecuredServer server, String token) {

        Caller(SecuredServer server, String audience, List<String> groups, String... scopes) {
            this(
                    server,
                    AUTHORIZATION.token(claims -> claims.subject("ada")
                            .audience(List.of(audience))
                            .claim("groups", groups)
                            .claim("scope", List.of(scopes))));
        }

        HttpResponse<String> call(String tool) {
            return server.callWithArguments(tool, ORDER, headers());
        }

        String tools() {
            return server.listTools(headers()).body();
        }

        private String[] headers() {
            return new String[] {"Host", "orders.acme.example", "Authorization", "Bearer " + token};
        }
    }

    @Test
    void aLocalServerAcceptsItsTokenOnly(CapturedOutput output) {
        try (SecuredServer server = SecuredServer.start(
                Local.class,
                "server.address=127.0.0.1",
                "mcp.server.http.allowed-hosts=localhost,127.0.0.1",
                "local.token=0123456789abcdef",
                "mcp.server.security.audiences=local",
                "mcp.server.security.authorization-servers=")) {
            assertThat(output.getOut())
                    .contains("MCP server 'mcp-server'")
                    .doesNotContain("is open", "cannot find out");
            String[] token = {"Authorization", "Bearer 0123456789abcdef"};
            assertThat(server.call("whoAmI", token).body()).contains("You are developer");
            assertThat(List.of(
                            server.call("whoAmI"), server.callWith("0123456789abcdee", "whoAmI"), server.get("/other")))
                    .extracting(HttpResponse::statusCode)
                    .containsOnly(401);
            assertThat(server.get("/other", token).statusCode()).isEqualTo(200);
            assertThat(server.call("whoAmI", token[0], token[1], "Host", "rebound.example")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(server.call("whoAmI", token[0], token[1], "Origin", "https://evil.example")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(server.call("whoAmI", token[0], token[1], "Origin", "http://localhost:3000")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({OrderTools.class, RefundsByClerks.class})
    static class Company {}

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, LocalToken.class})
    static class Local {

        @Bean
        ReactiveOpaqueTokenIntrospector reactiveLocalToken(LocalToken tokens) {
            return token -> Mono.fromSupplier(() -> tokens.introspect(token));
        }
    }
}
