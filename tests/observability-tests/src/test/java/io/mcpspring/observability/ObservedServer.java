package io.mcpspring.observability;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.McpTester;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An application with Actuator on the web stack of the run, and requests of a client of one era to it. */
final class ObservedServer {

    private static final WebApplicationType STACK =
            System.getProperty("mcp.tests.stack", "netty").equals("netty")
                    ? WebApplicationType.REACTIVE
                    : WebApplicationType.SERVLET;

    private static final Map<List<Object>, Map<Era, ObservedServer>> SHARED = new ConcurrentHashMap<>();

    static {
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection,host");
    }

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final JsonMapper JSON = JsonMapper.shared();

    private final ConfigurableApplicationContext context;

    private final AtomicInteger ids = new AtomicInteger();

    private final String[] sessionHeaders;

    private final Era era;

    private ObservedServer(Era era, ConfigurableApplicationContext context) {
        this.era = era;
        this.context = context;
        this.sessionHeaders = era == Era.MODERN ? new String[0] : new String[] {"Mcp-Session-Id", openSession()};
    }

    /**
     * Returns the application that the tests of a class share, of both eras. {@link ClosingServers} closes it.
     *
     * @param era the era of the client
     */
    static ObservedServer of(Era era, Class<?> beans, String... properties) {
        Map<Era, ObservedServer> servers = SHARED.computeIfAbsent(
                List.of(beans, Arrays.asList(properties)),
                key -> new EnumMap<>(Map.of(Era.MODERN, new ObservedServer(Era.MODERN, run(beans, properties)))));
        return servers.computeIfAbsent(era, other -> new ObservedServer(other, servers.get(Era.MODERN).context));
    }

    /** Closes the shared applications. */
    static void closeShared() {
        SHARED.values().forEach(servers -> servers.get(Era.MODERN).context.close());
        SHARED.clear();
    }

    private static ConfigurableApplicationContext run(Class<?> beans, String... properties) {
        return new SpringApplicationBuilder(Application.class, beans)
                .web(STACK)
                .run(Stream.concat(
                                Stream.of(
                                        "server.port=0",
                                        "server.shutdown=immediate",
                                        "management.tracing.sampling.probability=1.0",
                                        "spring.main.banner-mode=off",
                                        "spring.jmx.enabled=false"),
                                Stream.of(properties))
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    /** Opens a session and returns its id. */
    String openSession() {
        String params = """
                {"protocolVersion": "%s", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}""";
        HttpResponse<String> initialized = post("initialize", params.formatted(era.revision));
        return initialized.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    /** Ends a session and returns the status of the response. */
    int endSession(String id) {
        return send(request("/mcp")
                        .header("Mcp-Session-Id", id)
                        .header("MCP-Protocol-Version", era.revision)
                        .DELETE())
                .statusCode();
    }

    /** Returns a client that answers questions. */
    McpTester tester() {
        return McpTester.bindToApplicationContext(context)
                .protocolVersion(ProtocolVersion.of(era.revision).orElseThrow())
                .build();
    }

    /** Returns a client that also answers the questions of tasks. */
    McpTester testerWithTasks() {
        return tester().mutate().tasks().build();
    }

    /** Calls a tool without arguments and returns the response. */
    JsonNode call(String tool) {
        return send("tools/call", "{'name': '%s'}".formatted(tool));
    }

    /** Calls a tool without arguments, with members of {@code _meta}, and returns the response. */
    JsonNode callWith(String meta, String tool) {
        return send("tools/call", "{'name': '%s', '_meta': %s}".formatted(tool, meta));
    }

    /** Calls a tool without arguments by an HTTP request with a further header, and returns the response. */
    JsonNode callWithHeader(String header, String value, String tool) {
        return JSON.readTree(post("tools/call", "{\"name\": \"%s\"}".formatted(tool), header, value)
                .body());
    }

    /** Sends a request and returns its response. Quotation marks of the parameters may be single. */
    JsonNode send(String method, String params) {
        return JSON.readTree(post(method, params.replace('\'', '"')).body());
    }

    private HttpResponse<String> post(String method, String params, String... headers) {
        ObjectNode message = JSON.createObjectNode();
        message.put("jsonrpc", "2.0");
        message.put("id", ids.incrementAndGet());
        message.put("method", method);
        ObjectNode members = (ObjectNode) JSON.readTree(params);
        message.set("params", members);
        HttpRequest.Builder request = request("/mcp")
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (era == Era.MODERN) {
            ObjectNode meta = members.withObject("_meta");
            meta.put("io.modelcontextprotocol/protocolVersion", era.revision);
            meta.putObject("io.modelcontextprotocol/clientCapabilities");
            request.header("MCP-Protocol-Version", era.revision).header("Mcp-Method", method);
            String subject = members.path("name").asString(members.path("uri").asString(null));
            if (subject != null) {
                request.header("Mcp-Name", subject);
            }
        } else if (!method.equals("initialize")) {
            request.headers(sessionHeaders).header("MCP-Protocol-Version", era.revision);
        }
        return send(request.POST(HttpRequest.BodyPublishers.ofString(message.toString())));
    }

    HttpResponse<String> get(String path) {
        return send(request(path));
    }

    HttpResponse<String> get(int port, String path) {
        return send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url(path)));
    }

    String url(String path) {
        return "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + path;
    }

    static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            // A connection for each request: until 1.3.8, Reactor Netty may stop reading a connection after a response
            // that another thread has ended (https://github.com/reactor/reactor-netty/issues/4361).
            request.header("Connection", "close");
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        // The first server that is closed would end global event loops.
        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }
    }
}
