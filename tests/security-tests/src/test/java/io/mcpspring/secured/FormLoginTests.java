package io.mcpspring.secured;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** The console of an application with the form login of the documentation. */
class FormLoginTests {

    private static final String HTML = "text/html,application/xhtml+xml,*/*;q=0.8";

    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    static final UserDetails ADA =
            User.withUsername("ada").password("{noop}lovelace").roles("USER").build();

    private static SecuredServer server() {
        return SecuredServer.of(
                Stack.CURRENT == Stack.WEBFLUX ? Reactive.class : Servlet.class, "mcp.server.console.enabled=true");
    }

    @Test
    void theSessionOfALoginIsThatOfTheConsole() {
        SecuredServer server = server();
        HttpResponse<String> stranger = server.get("/mcp", "Accept", HTML);
        assertThat(stranger.statusCode()).isEqualTo(302);
        assertThat(header(stranger, "Location")).endsWith("/login");

        HttpResponse<String> login = logIn(server, stranger);
        assertThat(header(login, "Location")).contains("/mcp");
        String session = cookie(login);
        assertThat(server.get("/mcp", "Accept", HTML, "Cookie", session).body()).contains("MCP console");
        assertThat(server.get("/mcp?console=main.js", "Accept", "*/*", "Cookie", session)
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.call("whoAmI", "Cookie", session).body()).contains("You are ada");
    }

    @Test
    void withoutASessionNothingIsServed() {
        SecuredServer server = server();
        assertThat(server.get("/mcp?console=main.js", "Accept", "*/*").statusCode())
                .isEqualTo(302);
        HttpResponse<String> call = server.call("whoAmI");
        assertThat(call.statusCode()).isEqualTo(302);
        assertThat(call.headers().allValues("Set-Cookie")).isEmpty();
    }

    @Test
    void aWrongPasswordServesNothing() {
        SecuredServer server = server();
        HttpResponse<String> login = logIn(server, server.get("/mcp", "Accept", HTML), "wrong");
        assertThat(header(login, "Location")).endsWith("/login?error");
        String session = login.headers()
                .firstValue("Set-Cookie")
                .map(value -> value.split(";")[0])
                .orElse("none=1");
        assertThat(server.call("whoAmI", "Cookie", session).statusCode()).isEqualTo(302);
    }

    @Test
    void otherPagesCannotUseTheSession() {
        SecuredServer server = server();
        String session = cookie(logIn(server, server.get("/mcp", "Accept", HTML)));
        assertThat(server.call("whoAmI", "Cookie", session, "Origin", "https://evil.example")
                        .statusCode())
                .isEqualTo(403);
        // What a form of another page can send.
        assertThat(server.send(
                                "/mcp",
                                request -> request.header("Cookie", session)
                                        .header("Content-Type", "text/plain")
                                        .POST(HttpRequest.BodyPublishers.ofString("{}")))
                        .statusCode())
                .isEqualTo(415);
        assertThat(server.send(
                                "/hello",
                                request -> request.header("Cookie", session).POST(HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(403);
    }

    /** Runs the script of {@code .ci/console/run}. */
    @Test
    @EnabledIfSystemProperty(named = "mcp.tests.browser", matches = ".+", disabledReason = "Needs a browser")
    void aUserLogsInWithABrowser() throws Exception {
        Process browser = new ProcessBuilder(
                        "timeout",
                        "300",
                        "node",
                        System.getProperty("mcp.tests.browser"),
                        server().url("/mcp"),
                        System.getProperty("mcp.tests.screenshots"))
                .redirectErrorStream(true)
                .start();
        String output = new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(browser.waitFor()).as(output).isZero();
    }

    /** Sends the form as a browser does that was redirected to it; returns the response, which has the session. */
    private static HttpResponse<String> logIn(SecuredServer server, HttpResponse<String> redirect) {
        return logIn(server, redirect, "lovelace");
    }

    private static HttpResponse<String> logIn(SecuredServer server, HttpResponse<String> redirect, String password) {
        HttpResponse<String> form = server.get("/login", "Accept", HTML, "Cookie", cookie(redirect));
        // WebFlux changes the id of the session with the form.
        String cookie = cookie(form.headers().firstValue("Set-Cookie").isPresent() ? form : redirect);
        String token = CSRF.matcher(form.body())
                .results()
                .map(field -> field.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError(form.body()));
        String fields =
                "username=ada&password=" + password + "&_csrf=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        return server.send(
                "/login",
                request -> request.header("Cookie", cookie)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(fields)));
    }

    private static String cookie(HttpResponse<String> response) {
        return header(response, "Set-Cookie").split(";")[0];
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElseThrow(() -> new AssertionError(response.headers()));
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, ReactiveFormLogin.class})
    static class Reactive {

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(ADA);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, FormLogin.class})
    static class Servlet {

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(ADA);
        }
    }
}
