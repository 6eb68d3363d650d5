package io.mcpspring.contract.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.console.McpConsoleAutoConfiguration;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** What browsers get at the endpoint. */
class ConsoleTests {

    private static final String ENABLED = "mcp.server.console.enabled=true";

    /** What browsers send when they open a page. */
    private static final String BROWSER =
            "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

    private static final Pattern NONCE = Pattern.compile("script-src 'nonce-([\\w-]{20,})';");

    static class Tools {

        @McpTool(description = "Greets")
        String greet() {
            return "Hello";
        }
    }

    @Test
    void aBrowserGetsASentenceByDefault() {
        TestServer server = TestServer.shared(Tools.class);
        RawHttp.Response page = RawHttp.send(server.port(), "GET /mcp", BROWSER);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.text()).contains("endpoint of an MCP server").doesNotContain("script");
        assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'", "frame-ancestors 'none'");
        assertThat(RawHttp.send(server.port(), "GET /mcp?console=main.js", "Accept: */*")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept: */*",
                "Accept: text/*",
                "Accept: text/event-stream",
                "Accept: text/event-stream, text/html",
                "Accept: application/json, text/html;q=0.5"
            })
    void clientsAreServedAsBefore(String accept) {
        for (TestServer server : List.of(TestServer.shared(Tools.class), TestServer.shared(Tools.class, ENABLED))) {
            RawHttp.Response response = RawHttp.send(server.port(), "GET /mcp", accept);
            assertThat(response.status()).isIn(400, 406);
            assertThat(response.header("Content-Type")).isEqualTo("application/json");
        }
    }

    @Test
    void aBrowserGetsThePageWithAPolicyForItsScripts() {
        int port = TestServer.shared(Tools.class, ENABLED).port();
        RawHttp.Response page = RawHttp.send(port, "GET /mcp", BROWSER);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        assertThat(page.header("Vary")).isNotNull();
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe", "http:", "https:", "*");
        String nonce = nonce(page);
        assertThat(nonce).isNotEqualTo(nonce(RawHttp.send(port, "GET /mcp", BROWSER)));
        assertThat(page.text())
                .contains("<script nonce=\"" + nonce + "\"")
                .doesNotContain("{nonce}")
                .doesNotContainPattern("<script[^>]*>[^<]")
                .doesNotContainPattern("(src|href)=\"(/|http)");
    }

    @Test
    void theFilesOfThePageHaveItsPath() {
        int port = TestServer.shared(Tools.class, ENABLED).port();
        assertFile(RawHttp.send(port, "GET /mcp?console=main.js", "Accept: */*"), "text/javascript");
        assertFile(RawHttp.send(port, "GET /mcp?console=style.css", "Accept: text/css,*/*;q=0.1"), "text/css");
    }

    @Test
    @Tag("change")
    void thePageIsServedBelowABasePath() {
        int port = TestServer.shared(
                        Tools.class,
                        ENABLED,
                        "mcp.server.http.path=/tools/server",
                        "spring.webflux.base-path=/app",
                        "server.servlet.context-path=/app")
                .port();
        assertThat(RawHttp.send(port, "GET /app/tools/server", BROWSER).text()).contains("MCP console");
        assertFile(RawHttp.send(port, "GET /app/tools/server?console=dom.js", "Accept: */*"), "text/javascript");
        assertThat(RawHttp.send(port, "GET /app/mcp", BROWSER).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none.js", "index.html", "Console.class", "../console/main.js", "%2e%2e/dom.js", "", "js"})
    void nothingElseIsAFile(String name) {
        int port = TestServer.shared(Tools.class, ENABLED).port();
        RawHttp.Response response = RawHttp.send(port, "GET /mcp?console=" + name, "Accept: */*");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.text()).isEmpty();
    }

    @Test
    void thePageIsRefusedToForeignHostsAndOrigins() {
        int port = TestServer.shared(Tools.class, ENABLED, "mcp.server.http.allowed-hosts=mcp.example.com")
                .port();
        assertThat(RawHttp.send(port, "GET /mcp", BROWSER).status()).isEqualTo(403);
        port = TestServer.shared(Tools.class, ENABLED).port();
        assertThat(RawHttp.send(port, "GET /mcp?console=main.js", "Origin: https://evil.example")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void theImportMapNamesEveryModule() throws IOException {
        Set<String> modules = files("*.js").collect(Collectors.toCollection(TreeSet::new));
        modules.remove("start.js");
        String start = read("start.js");
        String list = start.substring(start.indexOf('['), start.indexOf(']'));
        assertThat(matches("'(\\w+)'", list).map(name -> name + ".js")).containsExactlyElementsOf(modules);
        for (String module : modules) {
            assertThat(matches("from '\\./([\\w.]+)'", read(module))).isSubsetOf(modules);
        }
    }

    @Test
    void theFilesAreSmallAndInsertNoHtml() throws IOException {
        assertThat(files("*")).isNotEmpty().allSatisfy(file -> {
            String text = read(file);
            assertThat(text.lines().count()).as(file).isLessThanOrEqualTo(350);
            assertThat(text)
                    .as(file)
                    .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "style=")
                    .doesNotContainPattern("https?://[a-z]");
        });
    }

    private static void assertFile(RawHttp.Response file, String type) {
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.header("Content-Type")).isEqualTo(type + ";charset=UTF-8");
        assertThat(file.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(file.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
        assertThat(file.text()).isNotEmpty();
    }

    private static String nonce(RawHttp.Response page) {
        var nonce = NONCE.matcher(Objects.requireNonNull(page.header("Content-Security-Policy")));
        assertThat(nonce.find()).isTrue();
        return nonce.group(1);
    }

    private static Stream<String> matches(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map((MatchResult found) -> found.group(1));
    }

    private static Stream<String> files(String pattern) throws IOException {
        Resource[] resources =
                new PathMatchingResourcePatternResolver().getResources("classpath:io/mcpspring/console/" + pattern);
        return Arrays.stream(resources)
                .map(resource -> Objects.requireNonNull(resource.getFilename()))
                .filter(name -> name.matches("\\w+\\.(js|css|html)"))
                .sorted();
    }

    private static String read(String file) {
        try (var content = Objects.requireNonNull(McpConsoleAutoConfiguration.class.getResourceAsStream(file))) {
            return new String(content.readAllBytes(), UTF_8);
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
    }
}
