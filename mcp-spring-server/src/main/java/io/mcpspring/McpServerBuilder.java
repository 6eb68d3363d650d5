package io.mcpspring;

import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.http.OriginPolicy;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.Toolsets;
import io.mcpspring.task.InMemoryTaskStore;
import io.mcpspring.task.McpTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.Assert;

/**
 * Builds an {@link McpServer}. A builder makes one server. What it does not set has the default of the property of the
 * same name.
 */
public final class McpServerBuilder {

    final ConfigurableApplicationContext application;
    final ServerSettings settings = new ServerSettings();
    Predicate<String> beans = bean -> true;
    Implementation implementation = new Implementation("mcp-server", "0.0.0");

    @Nullable
    String instructions;

    List<ProtocolVersion> protocolVersions = List.of(ProtocolVersion.values());
    Duration cacheTtl = Duration.ofMinutes(5);
    List<String> secrets = List.of();
    String path = "/mcp";
    OriginPolicy origins = new OriginPolicy(List.of(), List.of(), List.of());
    McpInstanceChannel instanceChannel = new InProcessChannel();
    McpTaskStore taskStore = new InMemoryTaskStore();
    private @Nullable Workers workers;

    McpServerBuilder(ConfigurableApplicationContext application) {
        this.application = application;
    }

    /**
     * Sets the name and the version of the server.
     *
     * @param implementation name and version
     * @return this builder
     */
    public McpServerBuilder implementation(Implementation implementation) {
        this.implementation = implementation;
        return this;
    }

    /**
     * Sets the instructions for language models on how to use the server as a whole.
     *
     * @param instructions the instructions, or {@code null} for none
     * @return this builder
     */
    public McpServerBuilder instructions(@Nullable String instructions) {
        this.instructions = instructions;
        return this;
    }

    /**
     * Sets the revisions of the protocol to serve.
     *
     * @param protocolVersions the revisions
     * @return this builder
     */
    public McpServerBuilder protocolVersions(List<ProtocolVersion> protocolVersions) {
        Assert.notEmpty(protocolVersions, "'protocolVersions' must name at least one revision");
        this.protocolVersions = List.copyOf(protocolVersions);
        return this;
    }

    /**
     * Sets the time for which clients of the modern era may cache lists and the description of the server.
     *
     * @param cacheTtl the time
     * @return this builder
     */
    public McpServerBuilder cacheTtl(Duration cacheTtl) {
        this.cacheTtl = cacheTtl;
        return this;
    }

    /**
     * Sets the path of the endpoint within the application. It must be that of the mapping.
     *
     * @param path the path, such as {@code /mcp}
     * @return this builder
     */
    public McpServerBuilder path(String path) {
        Assert.isTrue(path.startsWith("/"), () -> "'path' must begin with a slash: " + path);
        this.path = path;
        return this;
    }

    /**
     * Sets the secrets of at least 32 bytes that protect session ids, the newest one first: the same on all instances.
     * By default, session ids end with the process.
     *
     * @param secrets the secrets
     * @return this builder
     */
    public McpServerBuilder secrets(List<String> secrets) {
        Assert.isTrue(secrets.stream().allMatch(Sealer::isLongEnough), "'secrets' must have at least 32 bytes each");
        this.secrets = List.copyOf(secrets);
        return this;
    }

    /**
     * Sets which beans the server serves, by their names: methods with annotations, and beans that are definitions.
     *
     * @param beans whether the bean of a name is served
     * @return this builder
     */
    public McpServerBuilder beans(Predicate<String> beans) {
        this.beans = beans;
        return this;
    }

    /**
     * Sets the executor of methods that may block. The server does not end it.
     *
     * @param threads the number of its threads if it is of a type that does not tell
     * @param executor the executor
     * @return this builder
     */
    public McpServerBuilder executor(Executor executor, int threads) {
        this.workers = new Workers(executor, threads, null);
        return this;
    }

    /**
     * Sets the channel to other instances of the application.
     *
     * @param instanceChannel the channel
     * @return this builder
     */
    public McpServerBuilder instanceChannel(McpInstanceChannel instanceChannel) {
        this.instanceChannel = instanceChannel;
        return this;
    }

    /**
     * Sets the store of tasks.
     *
     * @param taskStore the store
     * @return this builder
     */
    public McpServerBuilder taskStore(McpTaskStore taskStore) {
        this.taskStore = taskStore;
        return this;
    }

    /**
     * Sets which web pages may use the server, and under which hosts it is reached.
     *
     * @param origins such as {@code https://app.example.com}
     * @param originPatterns such as {@code https://*.example.com}
     * @param hosts values of the header {@code Host}; empty for all
     * @return this builder
     */
    public McpServerBuilder allowed(List<String> origins, List<String> originPatterns, List<String> hosts) {
        this.origins = new OriginPolicy(origins, originPatterns, hosts);
        return this;
    }

    /**
     * Adds a toolset: tools that a client can select together, by the parameter {@code toolsets} of the URL or by the
     * header {@code X-MCP-Toolsets}.
     *
     * @param name the name, of the characters {@code A-Z a-z 0-9 _ -}
     * @param tags the tags; the toolset contains the tools that have one of them
     * @return this builder
     */
    public McpServerBuilder toolset(String name, String... tags) {
        Toolsets.check(name, List.of(tags));
        settings.toolsets.put(name, List.of(tags));
        return this;
    }

    /**
     * Builds the server. It has no entries until it is a bean and all singletons exist, or until
     * {@link McpServer#afterSingletonsInstantiated} is called.
     *
     * @return the server
     */
    public McpServer build() {
        return new McpServer(this);
    }

    /**
     * Changes the settings that the auto-configuration makes of properties.
     *
     * @hidden
     * @param change changes the settings
     * @return this builder
     */
    @Internal
    public McpServerBuilder settings(Consumer<ServerSettings> change) {
        change.accept(settings);
        return this;
    }

    ProtectedResource.Settings protectedResource() {
        return settings.protectedResource != null
                ? settings.protectedResource
                : new ProtectedResource.Settings("", path, null, List.of(), List.of(), implementation.name());
    }

    Workers workers() {
        return workers == null ? Workers.ofServer() : workers;
    }
}
