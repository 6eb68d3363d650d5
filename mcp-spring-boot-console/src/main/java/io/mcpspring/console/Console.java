package io.mcpspring.console;

import io.mcpspring.http.BrowserPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

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

    private static final Pattern FILE = Pattern.compile("[a-z]+\\.(?<type>js|css)");

    private static final Map<String, MediaType> TYPES = Map.of(
            "js", new MediaType("text", "javascript", StandardCharsets.UTF_8),
            "css", new MediaType("text", "css", StandardCharsets.UTF_8));

    /** Only scripts with the nonce run. The files of a script inherit it; images and sounds are part of results. */
    private static final String POLICY = "default-src 'none'; script-src 'nonce-%s'; style-src 'self'; img-src data:;"
            + " media-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final SecureRandom random = new SecureRandom();

    private final Map<String, String> files = new ConcurrentHashMap<>();

    @Override
    public boolean answers(HttpRequest request) {
        return request.getMethod() == HttpMethod.GET && file(request) != null || BrowserPage.isWanted(request);
    }

    @Override
    public boolean isPublic(HttpRequest request) {
        return answers(request);
    }

    @Override
    public Mono<ServerResponse> respond(HttpRequest request) {
        String file = file(request);
        return file == null ? page() : file(file);
    }

    private static @Nullable String file(HttpRequest request) {
        return UriComponentsBuilder.fromUri(request.getURI())
                .build()
                .getQueryParams()
                .getFirst(PARAMETER);
    }

    private Mono<ServerResponse> page() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return response(MediaType.TEXT_HTML)
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .header("Content-Security-Policy", POLICY.formatted(nonce))
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .bodyValue(content(PAGE).replace("{nonce}", nonce));
    }

    private Mono<ServerResponse> file(String name) {
        var file = FILE.matcher(name);
        if (!file.matches() || !resource(name).exists()) {
            return ServerResponse.status(HttpStatus.NOT_FOUND).build();
        }
        return response(TYPES.getOrDefault(file.group("type"), MediaType.TEXT_PLAIN))
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .bodyValue(content(name));
    }

    private static ServerResponse.BodyBuilder response(MediaType type) {
        return ServerResponse.ok()
                .contentType(type)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer");
    }

    private String content(String name) {
        return files.computeIfAbsent(name, Console::read);
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
