package io.mcpspring;

import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.http.BrowserPage;
import io.mcpspring.http.Sentence;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.limit.CallLimiter;
import io.mcpspring.limit.CallerKeys;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.limit.TimeLimit;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.resource.ResourceSettings;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.RequestObserver;
import io.mcpspring.session.SessionSettings;
import io.mcpspring.task.TaskSettings;
import io.mcpspring.tool.ToolSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The settings of an {@link McpServer} that the auto-configuration makes of properties, and their defaults. */
@Internal
public final class ServerSettings {

    private static final int MEGABYTE = 1024 * 1024;

    private static final ContentLimit CONTENT = new ContentLimit(16 * MEGABYTE, "the server");

    JsonLimits json = new JsonLimits(4 * MEGABYTE, 100);
    Duration readTimeout = Duration.ofSeconds(60);
    BrowserPage page = new Sentence();
    InitializeLimit initializeLimit = InitializeLimit.NONE;
    RequestObserver observer = RequestObserver.NONE;

    @Nullable
    Duration keepAlive;

    StreamSettings streams = new StreamSettings(Duration.ZERO, MEGABYTE, Duration.ofSeconds(30));
    int maxListeningStreams = 10_000;
    int maxListeningStreamsPerCaller = 1000;

    ProtectedResource.@Nullable Settings protectedResource;

    final Duration timeLimit = Duration.ofSeconds(50);
    int maxCollected = 10_000;
    ToolSettings tools =
            new ToolSettings(100, true, true, true, json, new ResultRules(MEGABYTE, 100 * 1024, CONTENT, false, true));
    int promptPageSize = 100;
    ResultRules promptResults = ResultRules.ofContents(CONTENT, false);
    ResourceSettings resources = new ResourceSettings(100, List.of(), ResultRules.ofContents(CONTENT, false));
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
    TaskSettings tasks = new TaskSettings(Duration.ofHours(1), 1000);

    Function<Refusals, List<McpInterceptor>> limits = refusals -> List.of(
            new CallLimiter(LimitSettings.NONE, new CallerKeys(false), refusals),
            new TimeLimit(Duration.ofSeconds(50)));

    ServerSettings() {}

    /**
     * Sets the limits of the body of a request.
     *
     * @param json size and depth
     * @param readTimeout the time in which the body must arrive
     * @return these settings
     */
    public ServerSettings requests(JsonLimits json, Duration readTimeout) {
        this.json = json;
        this.readTimeout = readTimeout;
        return this;
    }

    /**
     * Sets what decides about requests before they are processed, and what observes them.
     *
     * @param initializeLimit limits initializations
     * @param observer observes requests
     * @return these settings
     */
    public ServerSettings boundary(InitializeLimit initializeLimit, RequestObserver observer) {
        this.initializeLimit = initializeLimit;
        this.observer = observer;
        return this;
    }

    /**
     * Sets what browsers get.
     *
     * @param page the page
     * @return these settings
     */
    public ServerSettings page(BrowserPage page) {
        this.page = page;
        return this;
    }

    /**
     * Sets how streams are written; by default, the adapter decides on the time without an event.
     *
     * @param keepAlive the time, or {@code null}
     * @param streams the settings
     * @return these settings
     */
    public ServerSettings streams(@Nullable Duration keepAlive, StreamSettings streams) {
        this.keepAlive = keepAlive;
        this.streams = streams;
        return this;
    }

    /**
     * Sets how many streams clients may listen to.
     *
     * @param maxListeningStreams of all callers
     * @param maxListeningStreamsPerCaller of a caller
     * @return these settings
     */
    public ServerSettings listeningStreams(int maxListeningStreams, int maxListeningStreamsPerCaller) {
        this.maxListeningStreams = maxListeningStreams;
        this.maxListeningStreamsPerCaller = maxListeningStreamsPerCaller;
        return this;
    }

    /**
     * Sets the endpoint as a protected resource.
     *
     * @param protectedResource the settings
     * @return these settings
     */
    public ServerSettings protectedResource(ProtectedResource.Settings protectedResource) {
        this.protectedResource = protectedResource;
        return this;
    }

    /**
     * Sets how tools are served.
     *
     * @param tools the settings
     * @param maxCollected the number of elements that make up a result at most
     * @return these settings
     */
    public ServerSettings tools(ToolSettings tools, int maxCollected) {
        this.tools = tools;
        this.maxCollected = maxCollected;
        return this;
    }

    /**
     * Sets how prompts are served.
     *
     * @param promptPageSize the size of a page
     * @param promptResults the rules of results
     * @return these settings
     */
    public ServerSettings prompts(int promptPageSize, ResultRules promptResults) {
        this.promptPageSize = promptPageSize;
        this.promptResults = promptResults;
        return this;
    }

    /**
     * Sets how resources are served.
     *
     * @param resources the settings
     * @return these settings
     */
    public ServerSettings resources(ResourceSettings resources) {
        this.resources = resources;
        return this;
    }

    /**
     * Sets the limits of sessions.
     *
     * @param sessions the limits
     * @return these settings
     */
    public ServerSettings sessions(SessionSettings sessions) {
        this.sessions = sessions;
        return this;
    }

    /**
     * Sets the limits of questions to clients.
     *
     * @param timeToAnswer the time for an answer
     * @param maxQuestions the number of open questions
     * @return these settings
     */
    public ServerSettings questions(Duration timeToAnswer, int maxQuestions) {
        this.timeToAnswer = timeToAnswer;
        this.maxQuestions = maxQuestions;
        return this;
    }

    /**
     * Sets the limits of tasks.
     *
     * @param tasks the limits
     * @return these settings
     */
    public ServerSettings tasks(TaskSettings tasks) {
        this.tasks = tasks;
        return this;
    }

    /**
     * Leaves the limits of calls to interceptors that are beans.
     *
     * @return these settings
     */
    public ServerSettings limitsByBeans() {
        this.limits = refusals -> List.of();
        return this;
    }
}
