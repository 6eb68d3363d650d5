package io.mcpspring;

import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.controller.ControllerSettings;
import io.mcpspring.http.BrowserPage;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.method.CallLimits;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.resource.ResourceSettings;
import io.mcpspring.session.SessionSettings;
import io.mcpspring.task.TaskSettings;
import io.mcpspring.tool.ToolSettings;
import io.mcpspring.validation.Conversion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The settings of an {@link McpServer} that the auto-configuration makes of properties, and their defaults. */
@Internal
public final class ServerSettings {

    private static final int MEGABYTE = 1024 * 1024;

    private static final ContentLimit CONTENT = new ContentLimit(16 * MEGABYTE);

    /** Limits the body of a request. */
    public JsonLimits json = new JsonLimits(4 * MEGABYTE, 100);

    /** The time in which a body must arrive. */
    public Duration readTimeout = Duration.ofSeconds(60);

    /** Whether the endpoint is meant to be used without authentication. */
    public boolean open = true;

    /** What browsers get. */
    public BrowserPage page = new BrowserPage() {};

    /** The time after which a stream without an event gets one; {@code null} for that of the adapter. */
    public @Nullable Duration keepAlive;

    public StreamSettings streams = new StreamSettings(Duration.ZERO, 16 * MEGABYTE, Duration.ofSeconds(30));

    /** The limits of calls besides those that entries declare. */
    public LimitSettings limits = LimitSettings.NONE;

    /** The time limit of calls whose entry has none; zero for none. */
    public Duration timeout = Duration.ofSeconds(50);

    /** How often a caller may initialize sessions; {@code null} for no limit. */
    public CallLimits.@Nullable Rate initializeRate;

    /** How many streams clients may listen to. */
    public int maxListeningStreams = 10_000;

    public int maxListeningStreamsPerCaller = 1000;

    /** The endpoint as a protected resource; {@code null} for one without authorization servers. */
    public ProtectedResource.@Nullable Settings protectedResource;

    public ToolSettings tools = new ToolSettings(
            100, true, new Conversion(true, true, json), new ResultRules(MEGABYTE, 100 * 1024, CONTENT, false, true));

    /** The tags of the toolsets that clients can select, by the names of the toolsets. */
    public final Map<String, List<String>> toolsets = new TreeMap<>();

    public ControllerSettings controllers = ControllerSettings.DEFAULT;

    /** The number of elements that make up a result at most. */
    public int maxCollected = 10_000;

    public int promptPageSize = 100;

    public ResultRules promptResults = ResultRules.ofContents(CONTENT, true);

    public ResourceSettings resources = new ResourceSettings(100, List.of(), ResultRules.ofContents(CONTENT, false));

    public SessionSettings sessions = new SessionSettings(
            Duration.ofHours(24),
            Duration.ofMinutes(30),
            10_000,
            8,
            MEGABYTE,
            Duration.ofMinutes(5),
            16,
            LoggingLevel.WARNING);

    /** The time for the answer to a question to a client. */
    public Duration timeToAnswer = Duration.ofMinutes(5);

    /** The number of open questions. */
    public int maxQuestions = 1000;

    public TaskSettings tasks = new TaskSettings(Duration.ofHours(1), 1000);

    ServerSettings() {}
}
