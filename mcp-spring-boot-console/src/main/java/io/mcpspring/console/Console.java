package io.mcpspring.console;

import io.mcpspring.http.BrowserPage;
import io.mcpspring.http.McpHttpRequest;
import io.mcpspring.http.McpHttpResponse.Whole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * A page with which people try the server in a browser. It consists of static files and contains nothing of the server;
 * it is a client of the endpoint.
 *
 * <p>The files have the path of the endpoint and a parameter, such as {@code /mcp?console=main.js}. Thus the rules of
 * the application for the endpoint apply to them as well, and the page works behind any proxy that forwards the
 * endpoint.
 */
final class Console implements BrowserPage {

    private static final String PARAMETER = "console";

    private static final String PAGE = "index.html";

    private static final Pattern FILE = Pattern.compile("[a-z]+\\.(js|css)");

    /** Only scripts with the nonce run. The files of a script inherit it; images and sounds are part of results. */
    private static final String POLICY = "default-src 'none'; script-src 'nonce-%s'; style-src 'self'; img-src data:;"
            + " media-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final SecureRandom random = new SecureRandom();

    @Override
    public boolean answers(McpHttpRequest request) {
        return request.method() == HttpMethod.GET && file(request) != null || BrowserPage.super.answers(request);
    }

    @Override
    public boolean isPublic(McpHttpRequest request) {
        return answers(request);
    }

    @Override
    public Whole respond(McpHttpRequest request) {
        String file = file(request);
        return file == null ? page() : file(file);
    }

    private static @Nullable String file(McpHttpRequest request) {
        return UriComponentsBuilder.fromUri(request.location().url())
                .build()
                .getQueryParams()
                .getFirst(PARAMETER);
    }

    private Whole page() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return response(
                "text/html;charset=UTF-8",
                read(PAGE).replace("{nonce}", nonce),
                Map.of(
                        "Vary", "Accept",
                        "Content-Security-Policy", POLICY.formatted(nonce),
                        "Cross-Origin-Opener-Policy", "same-origin"));
    }

    private Whole file(String name) {
        if (!FILE.matcher(name).matches() || !resource(name).exists()) {
            return Whole.empty(HttpStatus.NOT_FOUND);
        }
        String type = name.endsWith(".js") ? "text/javascript;charset=UTF-8" : "text/css;charset=UTF-8";
        return response(type, read(name), Map.of("Cross-Origin-Resource-Policy", "same-origin"));
    }

    private static Whole response(String type, String content, Map<String, String> headers) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(HttpHeaders.CACHE_CONTROL, "no-store");
        all.put("X-Content-Type-Options", "nosniff");
        all.put("Referrer-Policy", "no-referrer");
        return Whole.text(HttpStatus.OK, all, type, content);
    }

    private static String read(String name) {
        try {
            return resource(name).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException("The file '" + name + "' of the console cannot be read", ex);
        }
    }

    private static ClassPathResource resource(String name) {
        return new ClassPathResource(name, Console.class);
    }

    /** Adds the files to native images. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.resources().registerPattern("io/mcpspring/console/*");
        }
    }
}
