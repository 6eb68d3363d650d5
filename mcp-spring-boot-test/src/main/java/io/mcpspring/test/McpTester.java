package io.mcpspring.test;

import io.mcpspring.ApplicationMapper;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.Tool;
import io.mcpspring.schema.JsonSchemas;
import java.net.URI;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.AssertProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.util.Assert;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client for tests of an MCP server. It speaks one revision of the protocol, and validates every message that it
 * sends and receives against the published schema of this revision.
 *
 * <pre class="code">
 * tester.call("add").argument("a", 1).argument("b", 2).execute()
 *         .structured(Sum.class).isEqualTo(new Sum(3));
 * </pre>
 *
 * <p>In the legacy era it opens a session before its first request. By default it speaks the newest revision, declares
 * all capabilities of clients, and waits 30 seconds for each message. {@link #mutate()} creates a tester with other
 * settings. A tester can be used by several threads.
 */
public final class McpTester implements AssertProvider<McpTesterAssert> {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final TesterSettings settings;

    private final ProtocolClient client;

    private McpTester(TesterSettings settings) {
        this.settings = settings;
        this.client = new ProtocolClient(settings);
    }

    /**
     * Tests a running server over HTTP.
     *
     * @param endpoint the URL of the endpoint, for instance {@code http://localhost:8080/mcp}
     * @return a builder
     */
    public static Builder bindToServer(URI endpoint) {
        return new Builder(Endpoints.at(endpoint), JsonMapper.shared());
    }

    /**
     * Tests an application: over HTTP if it has started a web server, otherwise in process. In process, a WebFlux
     * application is called with its filters, and a Spring MVC application without its servlet filters.
     *
     * @param application an application with an MCP server
     * @return a builder
     */
    public static Builder bindToApplicationContext(ApplicationContext application) {
        JsonMapper mapper = JsonSchemas.withKotlin(new ApplicationMapper(application).get());
        return new Builder(Endpoints.of(application), mapper);
    }

    /** {@return a builder with the settings of this tester} */
    public Builder mutate() {
        return new Builder(settings);
    }

    /** {@return the revision that this tester speaks} */
    public ProtocolVersion protocolVersion() {
        return settings.version();
    }

    /** {@return the tools of all pages, in the order of the server} */
    public List<Tool> tools() {
        return Contents.readAll(client.list("tools/list", "tools"), Tool.class);
    }

    /** {@return the prompts of all pages, in the order of the server} */
    public List<Prompt> prompts() {
        return Contents.readAll(client.list("prompts/list", "prompts"), Prompt.class);
    }

    /** {@return the resources of all pages, in the order of the server} */
    public List<Resource> resources() {
        return Contents.readAll(client.list("resources/list", "resources"), Resource.class);
    }

    /** {@return the resource templates of all pages, in the order of the server} */
    public List<ResourceTemplate> resourceTemplates() {
        return Contents.readAll(client.list("resources/templates/list", "resourceTemplates"), ResourceTemplate.class);
    }

    /**
     * Describes the call of a tool.
     *
     * @param tool the name of the tool
     * @return the request
     */
    public McpTestRequest<McpToolResponse> call(String tool) {
        return new McpTestRequest<>(client, "tools/call", McpToolResponse::new).param("name", tool);
    }

    /**
     * Describes the request of a prompt.
     *
     * @param name the name of the prompt
     * @return the request
     */
    public McpTestRequest<McpPromptResponse> prompt(String name) {
        return new McpTestRequest<>(client, "prompts/get", McpPromptResponse::new).param("name", name);
    }

    /**
     * Describes the request of a resource.
     *
     * @param uri the URI of the resource
     * @return the request
     */
    public McpTestRequest<McpResourceResponse> resource(String uri) {
        return new McpTestRequest<>(client, "resources/read", McpResourceResponse::new).param("uri", uri);
    }

    /**
     * Describes the request of proposals for an argument of a prompt.
     *
     * @param prompt the name of the prompt
     * @param argument the name of the argument
     * @param value what the user has typed
     * @return the request
     */
    public McpTestRequest<McpCompletionResponse> completePrompt(String prompt, String argument, String value) {
        return complete(reference("ref/prompt").put("name", prompt), argument, value);
    }

    /**
     * Describes the request of proposals for a variable of a resource template.
     *
     * @param uriTemplate the template
     * @param variable the name of the variable
     * @param value what the user has typed
     * @return the request
     */
    public McpTestRequest<McpCompletionResponse> completeResource(String uriTemplate, String variable, String value) {
        return complete(reference("ref/resource").put("uri", uriTemplate), variable, value);
    }

    /**
     * Opens a stream on which the server notifies this client of changes of its lists, and of these resources.
     *
     * @param resources the URIs of resources whose updates the client gets
     * @return the stream, which the test has to close
     * @throws AssertionError if the server does not offer it
     */
    public McpTestStream listen(String... resources) {
        return McpTestStream.open(client, List.of(resources));
    }

    /**
     * Describes any other request.
     *
     * @param method the method, for instance {@code server/discover}
     * @return the request
     */
    public McpTestRequest<McpTestResponse> request(String method) {
        return new McpTestRequest<>(client, method, McpTestResponse::new);
    }

    private McpTestRequest<McpCompletionResponse> complete(ObjectNode reference, String name, String value) {
        return new McpTestRequest<>(client, "completion/complete", McpCompletionResponse::new)
                .param("ref", reference)
                .param("argument", ProtocolClient.object().put("name", name).put("value", value));
    }

    private static ObjectNode reference(String type) {
        return ProtocolClient.object().put("type", type);
    }

    JsonNode definitions() {
        return Definitions.of(client);
    }

    /**
     * Supports {@code assertThat(tester)} of AssertJ.
     *
     * @return assertions of the published definitions
     */
    @Override
    public McpTesterAssert assertThat() {
        return new McpTesterAssert(this);
    }

    /** Builds a tester. */
    public static final class Builder {

        private final TesterSettings.Endpoint endpoint;

        private final JsonMapper mapper;

        private final HttpHeaders headers = new HttpHeaders();

        private ProtocolVersion version = ProtocolVersion.newest();

        private @Nullable Principal principal;

        private boolean tasks;

        private JsonNode capabilities = TesterSettings.capabilities(Set.of(ClientCapabilities.Feature.values()));

        private @Nullable LoggingLevel logLevel;

        private Duration timeout = TIMEOUT;

        private Builder(TesterSettings.Endpoint endpoint, JsonMapper mapper) {
            this.endpoint = endpoint;
            this.mapper = mapper;
        }

        private Builder(TesterSettings settings) {
            this(settings.endpoint(), settings.mapper());
            this.headers.addAll(settings.headers());
            this.version = settings.version();
            this.principal = settings.principal();
            this.capabilities = settings.capabilities();
            this.tasks = settings.tasks();
            this.logLevel = settings.logLevel();
            this.timeout = settings.timeout();
        }

        /**
         * Sets the revision.
         *
         * @param version the newest one by default
         * @return this builder
         */
        public Builder protocolVersion(ProtocolVersion version) {
            this.version = version;
            return this;
        }

        /**
         * Sets an HTTP header of every request.
         *
         * @param name the name of the header
         * @param value the value
         * @return this builder
         */
        public Builder header(String name, String value) {
            headers.set(name, value);
            return this;
        }

        /**
         * Sends an access token with every request.
         *
         * @param token the token
         * @return this builder
         */
        public Builder bearerToken(String token) {
            headers.setBearerAuth(token);
            return this;
        }

        /**
         * Calls the server as an authenticated user, without credentials. This is possible in process alone. Spring
         * Security needs an {@code Authentication}.
         *
         * @param principal the user; {@code null} for an anonymous one
         * @return this builder
         */
        public Builder principal(@Nullable Principal principal) {
            this.principal = principal;
            return this;
        }

        /**
         * Declares these capabilities of the client alone.
         *
         * @param features the capabilities; all by default
         * @return this builder
         */
        public Builder capabilities(ClientCapabilities.Feature... features) {
            this.capabilities = TesterSettings.capabilities(Set.of(features));
            return this;
        }

        /**
         * Declares that the client supports tasks, an extension of 2026-07-28. A call that becomes a task is followed
         * to its end: its questions are answered, and its outcome is that of the call.
         *
         * @return this builder
         */
        public Builder tasks() {
            this.tasks = true;
            return this;
        }

        /**
         * Asks the server for log messages.
         *
         * @param level the least severe messages; by default the ones that the server sends to clients that do not ask
         * @return this builder
         */
        public Builder logLevel(LoggingLevel level) {
            this.logLevel = level;
            return this;
        }

        /**
         * Sets how long the tester waits for each message of a response, and for a notification that a test awaits.
         * Comments by which the server keeps a connection open do not extend the wait.
         *
         * @param timeout 30 seconds by default
         * @return this builder
         */
        public Builder timeout(Duration timeout) {
            Assert.isTrue(timeout.compareTo(Duration.ZERO) > 0, "'timeout' must be positive");
            this.timeout = timeout;
            return this;
        }

        /**
         * Builds the tester.
         *
         * @return the tester
         */
        public McpTester build() {
            HttpHeaders copy = HttpHeaders.copyOf(headers);
            return new McpTester(new TesterSettings(
                    endpoint, mapper, version, copy, principal, capabilities, tasks, logLevel, timeout));
        }
    }
}
