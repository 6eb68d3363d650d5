package io.mcpspring;

import io.mcpspring.connection.StreamSettings;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.http.BrowserPage;
import io.mcpspring.http.CallerLookup;
import io.mcpspring.http.OriginPolicy;
import io.mcpspring.http.Sentence;
import io.mcpspring.method.WorkerPool;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.resource.ResourceSettings;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.RequestObserver;
import io.mcpspring.session.SessionSettings;
import io.mcpspring.task.InMemoryTaskStore;
import io.mcpspring.task.McpTaskStore;
import io.mcpspring.task.TaskSettings;
import io.mcpspring.tool.ToolSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Builds an {@link McpServer}. A builder makes one server. What it does not set has the default of the property of the
 * same name.
 */
public final class McpServerBuilder {

    private static final int MEGABYTE = 1024 * 1024;

    private static final int WORKERS = 200;

    final ConfigurableApplicationContext application;
    Predicate<String> beans = bean -> true;
    Implementation implementation = new Implementation("mcp-server", "0.0.0");

    @Nullable
    String instructions;

    List<ProtocolVersion> protocolVersions = List.of(ProtocolVersion.values());
    List<String> secrets = List.of();
    private @Nullable Executor executor;
    private @Nullable WorkerPool ownPool;
    private int workers = WORKERS;
    McpInstanceChannel instanceChannel = new InProcessChannel();
    McpTaskStore taskStore;

    String path = "/mcp";
    JsonLimits json = new JsonLimits(4 * MEGABYTE, 100);
    Duration readTimeout = Duration.ofSeconds(60);
    OriginPolicy origins = new OriginPolicy(List.of(), List.of(), List.of());
    BrowserPage page = new Sentence();
    CallerLookup callers = CallerLookup.PRINCIPAL;
    InitializeLimit initializeLimit = InitializeLimit.NONE;
    RequestObserver observer = RequestObserver.NONE;

    @Nullable
    Duration keepAlive;

    StreamSettings streams = new StreamSettings(Duration.ZERO, MEGABYTE, Duration.ofSeconds(30));
    int maxListeningStreams = 10_000;
    int maxListeningStreamsPerCaller = 1000;
    private ProtectedResource.@Nullable Settings protectedResource;

    Duration cacheTtl = Duration.ofMinutes(5);
    int maxCollected = 10_000;
    ToolSettings tools;
    int promptPageSize = 100;
    ResultRules promptResults;
    ResourceSettings resources;
    SessionSettings sessions = new SessionSettings(
            Duration.ofHours(24),
            Duration.ofMinutes(30),
            10_000,
            8,
            MEGABYTE,
            Duration.ofMinutes(5),
            16,
            LoggingLevel.WARNING);
    Duration timeToAnswer = Duration.ofMinutes(5);
    int maxQuestions = 1000;
    TaskSettings tasks;

    McpServerBuilder(ConfigurableApplicationContext application) {
        this.application = application;
        ContentLimit content = new ContentLimit(16 * MEGABYTE, "the server");
        this.tools = new ToolSettings(
                100, true, true, true, json, new ResultRules(MEGABYTE, 100 * 1024, content, false, true));
        this.promptResults = ResultRules.ofContents(content, false);
        this.resources = new ResourceSettings(100, List.of(), ResultRules.ofContents(content, false));
        long maxTaskResults = Runtime.getRuntime().maxMemory() / 8;
        this.taskStore = new InMemoryTaskStore(maxTaskResults);
        this.tasks = new TaskSettings(Duration.ofHours(1), 1000, maxTaskResults);
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
        this.executor = executor;
        this.workers = threads;
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
     * Builds the server.
     *
     * @return the server
     */
    public McpServer build() {
        return new McpServer(this);
    }

    /**
     * Sets the limits of the body of a request.
     *
     * @hidden
     * @param json size and depth
     * @param readTimeout the time in which the body must arrive
     * @return this builder
     */
    @Internal
    public McpServerBuilder requests(JsonLimits json, Duration readTimeout) {
        this.json = json;
        this.readTimeout = readTimeout;
        return this;
    }

    /**
     * Sets what decides about requests before they are processed, and what observes them.
     *
     * @hidden
     * @param callers finds the caller
     * @param initializeLimit limits initializations
     * @param observer observes requests
     * @return this builder
     */
    @Internal
    public McpServerBuilder boundary(CallerLookup callers, InitializeLimit initializeLimit, RequestObserver observer) {
        this.callers = callers;
        this.initializeLimit = initializeLimit;
        this.observer = observer;
        return this;
    }

    /**
     * Sets what browsers get.
     *
     * @hidden
     * @param page the page
     * @return this builder
     */
    @Internal
    public McpServerBuilder page(BrowserPage page) {
        this.page = page;
        return this;
    }

    /**
     * Sets how streams are written; by default, the adapter decides on the time without an event.
     *
     * @hidden
     * @param keepAlive the time, or {@code null}
     * @param streams the settings
     * @return this builder
     */
    @Internal
    public McpServerBuilder streams(@Nullable Duration keepAlive, StreamSettings streams) {
        this.keepAlive = keepAlive;
        this.streams = streams;
        return this;
    }

    /**
     * Sets how many streams clients may listen to.
     *
     * @hidden
     * @param maxListeningStreams of all callers
     * @param maxListeningStreamsPerCaller of a caller
     * @return this builder
     */
    @Internal
    public McpServerBuilder listeningStreams(int maxListeningStreams, int maxListeningStreamsPerCaller) {
        this.maxListeningStreams = maxListeningStreams;
        this.maxListeningStreamsPerCaller = maxListeningStreamsPerCaller;
        return this;
    }

    /**
     * Sets the endpoint as a protected resource.
     *
     * @hidden
     * @param protectedResource the settings
     * @return this builder
     */
    @Internal
    public McpServerBuilder protectedResource(ProtectedResource.Settings protectedResource) {
        this.protectedResource = protectedResource;
        return this;
    }

    /**
     * Sets how tools are served.
     *
     * @hidden
     * @param tools the settings
     * @param maxCollected the number of elements that make up a result at most
     * @return this builder
     */
    @Internal
    public McpServerBuilder tools(ToolSettings tools, int maxCollected) {
        this.tools = tools;
        this.maxCollected = maxCollected;
        return this;
    }

    /**
     * Sets how prompts are served.
     *
     * @hidden
     * @param promptPageSize the size of a page
     * @param promptResults the rules of results
     * @return this builder
     */
    @Internal
    public McpServerBuilder prompts(int promptPageSize, ResultRules promptResults) {
        this.promptPageSize = promptPageSize;
        this.promptResults = promptResults;
        return this;
    }

    /**
     * Sets how resources are served.
     *
     * @hidden
     * @param resources the settings
     * @return this builder
     */
    @Internal
    public McpServerBuilder resources(ResourceSettings resources) {
        this.resources = resources;
        return this;
    }

    /**
     * Sets the limits of sessions.
     *
     * @hidden
     * @param sessions the limits
     * @return this builder
     */
    @Internal
    public McpServerBuilder sessions(SessionSettings sessions) {
        this.sessions = sessions;
        return this;
    }

    /**
     * Sets the limits of questions to clients.
     *
     * @hidden
     * @param timeToAnswer the time for an answer
     * @param maxQuestions the number of open questions
     * @return this builder
     */
    @Internal
    public McpServerBuilder questions(Duration timeToAnswer, int maxQuestions) {
        this.timeToAnswer = timeToAnswer;
        this.maxQuestions = maxQuestions;
        return this;
    }

    /**
     * Sets the limits of tasks.
     *
     * @hidden
     * @param tasks the limits
     * @return this builder
     */
    @Internal
    public McpServerBuilder tasks(TaskSettings tasks) {
        this.tasks = tasks;
        return this;
    }

    ProtectedResource.Settings protectedResource() {
        return protectedResource != null
                ? protectedResource
                : new ProtectedResource.Settings("", path, null, List.of(), List.of(), implementation.name());
    }

    /** Returns the executor; if none is set, a pool that {@link #close} ends. */
    Executor executor() {
        if (executor == null) {
            ownPool = new WorkerPool();
            ownPool.setThreadNamePrefix("mcp-tool-");
            ownPool.setCorePoolSize(WORKERS);
            ownPool.setMaxPoolSize(WORKERS);
            ownPool.setQueueCapacity(1000);
            ownPool.setAllowCoreThreadTimeOut(true);
            ownPool.initialize();
            executor = ownPool;
        }
        return executor;
    }

    /** Returns the number of methods that may block at the same time. */
    int workers() {
        Executor used = executor();
        if (used instanceof ThreadPoolTaskExecutor pool) {
            return workers(pool.getThreadPoolExecutor());
        }
        if (used instanceof ThreadPoolExecutor pool) {
            return workers(pool);
        }
        if (used instanceof SimpleAsyncTaskExecutor threads) {
            return threads.getConcurrencyLimit() > 0 ? threads.getConcurrencyLimit() : Integer.MAX_VALUE;
        }
        return workers;
    }

    // A pool has more than its core threads only while its queue is full.
    private static int workers(ThreadPoolExecutor pool) {
        boolean queues = pool.getQueue().remainingCapacity() > 0;
        return queues ? Math.max(1, pool.getCorePoolSize()) : pool.getMaximumPoolSize();
    }

    void close() {
        if (ownPool != null) {
            ownPool.shutdown();
        }
    }
}
