package io.mcpspring.secured;

import io.mcpspring.authorization.AuthorizationServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

/** An application with Spring Security, and requests to it. */
final class SecuredServer implements AutoCloseable {

    static {
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection,host");
    }

    /** Issues the tokens of all tests. */
    static final AuthorizationServer AUTHORIZATION = AuthorizationServer.start(0, "orders:read", "orders:write");

    /** Makes the application accept JWTs of the authorization server. */
    static final String ISSUER = "spring.security.oauth2.resourceserver.jwt.issuer-uri=" + AUTHORIZATION.issuer();

    /** A web page of another origin that may use {@link #withTokens()}. */
    static final String PAGE = "https://app.example";

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final LoopResources EVENT_LOOPS = LoopResources.create("secured");

    private static final int MOST_SHARED = 8;

    /** The least recently used server is the first. */
    private static final Map<List<Object>, SecuredServer> SHARED = new LinkedHashMap<>(16, 0.75f, true);

    private final ConfigurableApplicationContext context;

    private SecuredServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Returns an application that accepts tokens and has tools, which is all that most tests need. */
    static SecuredServer withTokens() {
        return of(
                Tools.class,
                ISSUER,
                "mcp.server.security.scopes-supported=orders:read",
                "mcp.server.http.allowed-origins=" + PAGE);
    }

    /**
     * Returns the application that tests with the same arguments share. It is closed when tests have used
     * {@value #MOST_SHARED} others since.
     */
    static synchronized SecuredServer of(Class<?> beans, String... properties) {
        List<Object> key = List.of(beans, Arrays.asList(properties));
        SecuredServer server = SHARED.get(key);
        if (server == null) {
            server = start(beans, properties);
            SHARED.put(key, server);
        }
        if (SHARED.size() > MOST_SHARED) {
            SHARED.remove(SHARED.keySet().iterator().next()).close();
        }
        return server;
    }

    /** Starts an application for the test, which has to close it. */
    static SecuredServer start(Class<?> beans, String... properties) {
        return new SecuredServer(new SpringApplicationBuilder(Application.class, beans)
                .web(Stack.CURRENT.type)
                .run(Stream.concat(
                                Stream.of(
                                        "server.port=0",
                                        "server.shutdown=immediate",
                                        "spring.main.banner-mode=off",
                                        "spring.jmx.enabled=false"),
                                Stream.of(properties))
                        .map(property -> "--" + property)
                        .toArray(String[]::new)));
    }

    @Override
    public void close() {
        context.close();
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    /** Returns the URL of a path of the application. */
    String url(String path) {
        return "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + path;
    }

    /** Returns a token of this user for the endpoint. */
    String token(String user) {
        return AUTHORIZATION.token(
                claims -> claims.subject(user).audience(List.of(url("/mcp"))).claim("scope", List.of("orders:read")));
    }

    HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers));
    }

    /** Sends a request to the endpoint that calls a tool without arguments. */
    HttpResponse<String> call(String tool, String... headers) {
        return callAt("/mcp", tool, headers);
    }

    HttpResponse<String> callAt(String path, String tool, String... headers) {
        return send(toolCall(path, tool, "{}", headers));
    }

    /** Sends a request to the endpoint that calls a tool with arguments, a JSON object. */
    HttpResponse<String> callWithArguments(String tool, String arguments, String... headers) {
        return send(toolCall("/mcp", tool, arguments, headers));
    }

    /** Sends a request to the endpoint that lists the tools. */
    HttpResponse<String> listTools(String... headers) {
        return send(message("/mcp", "tools/list", "", headers));
    }

    /** Sends a request to the endpoint with a token. */
    HttpResponse<String> callWith(String token, String tool) {
        return call(tool, "Authorization", "Bearer " + token);
    }

    /** Begins a session. */
    HttpResponse<String> initialize(String token) {
        return send(legacy(token, """
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
                  "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}"""));
    }

    /** Sends a request in a session. */
    HttpResponse<String> ping(String session, String token) {
        return send(legacy(token, "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}")
                .header("MCP-Protocol-Version", "2025-11-25")
                .header("Mcp-Session-Id", session));
    }

    private HttpRequest.Builder legacy(String token, String message) {
        return request("/mcp")
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(message));
    }

    private HttpRequest.Builder toolCall(String path, String tool, String arguments, String... headers) {
        return message(path, "tools/call", "\"name\": \"%s\", \"arguments\": %s,".formatted(tool, arguments), headers)
                .header("Mcp-Name", tool);
    }

    private HttpRequest.Builder message(String path, String method, String params, String... headers) {
        return request(path, headers)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"jsonrpc": "2.0", "id": 1, "method": "%s", "params": {%s "_meta": {
                          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                          "io.modelcontextprotocol/clientCapabilities": {}}}}""".formatted(method, params)));
    }

    /** Sends a request of any form. */
    HttpResponse<String> send(String path, UnaryOperator<HttpRequest.Builder> form) {
        return send(form.apply(request(path)));
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url(path))).timeout(TIMEOUT);
        return headers.length == 0 ? request : request.headers(headers);
    }

    /** Sends a request to any server. */
    static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            // A connection for each request: until 1.3.8, Reactor Netty may stop reading a connection after a response
            // that another thread has ended (https://github.com/reactor/reactor-netty/issues/4361).
            return CLIENT.send(request.header("Connection", "close").build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    // Without the auto-configuration of the authorization server, which shares the class path.
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.security.oauth2.server.authorization.autoconfigure.servlet."
                        + "OAuth2AuthorizationServerAutoConfiguration",
                "org.springframework.boot.security.oauth2.server.authorization.autoconfigure.servlet."
                        + "OAuth2AuthorizationServerJwtAutoConfiguration"
            })
    static class Application {

        // Otherwise the first application to be closed would close the event loops of all.
        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setLoopResources(EVENT_LOOPS);
            return resources;
        }
    }
}
