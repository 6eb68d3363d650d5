package io.mcpspring.autoconfigure;

import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Configuration of the MCP server.
 *
 * @param enabled whether the application is an MCP server
 * @param failOnUnknownProperties Whether an unknown property below 'mcp.server' in a configuration file or on the
 *     command line stops the start; otherwise it is logged as a warning. Environment variables are never checked
 * @param name name of the server; 'spring.application.name' or 'mcp-server' unless given
 * @param version version of the server; that of the build, 'spring.application.version' or 0.0.0 unless given
 * @param title name of the server for people
 * @param description what the server is for
 * @param websiteUrl where to read more about the server
 * @param instructions how a language model should use the server as a whole
 * @param icons icons of the server for user interfaces
 * @param protocolVersions revisions of the protocol to serve
 * @param secret secret of at least 32 bytes that protects session ids and the answers of users on their way; shared by
 *     all instances; random for each process unless given
 * @param previousSecrets earlier secrets, whose session ids stay valid
 * @param http the HTTP endpoint
 * @param tools tools
 * @param prompts prompts
 * @param resources resources
 * @param cache what clients may keep
 * @param session sessions of the revisions up to 2025-11-25
 * @param client what the server asks of clients, and tells them
 * @param tasks calls that go on when they have been answered
 */
@ConfigurationProperties("mcp.server")
record McpServerProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("false") boolean failOnUnknownProperties,
        @Nullable String name,
        @Nullable String version,
        @Nullable String title,
        @Nullable String description,
        @Nullable String websiteUrl,
        @Nullable String instructions,
        @DefaultValue List<IconProperties> icons,

        @DefaultValue({"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"})
        List<ProtocolVersion> protocolVersions,

        @Nullable Secret secret,
        @DefaultValue List<Secret> previousSecrets,
        @DefaultValue Http http,
        @DefaultValue Tools tools,
        @DefaultValue Prompts prompts,
        @DefaultValue Resources resources,
        @DefaultValue Cache cache,
        @DefaultValue Session session,
        @DefaultValue Client client,
        @DefaultValue Tasks tasks) {

    McpServerProperties {
        Assert.isTrue(!protocolVersions.isEmpty(), "mcp.server.protocol-versions must name at least one revision");
        Assert.isTrue(secret == null || secret.isLongEnough(), "mcp.server.secret needs at least 32 bytes");
        Assert.isTrue(
                previousSecrets.stream().allMatch(Secret::isLongEnough),
                "mcp.server.previous-secrets need at least 32 bytes each");
        Assert.isTrue(
                secret != null || previousSecrets.isEmpty(), "mcp.server.previous-secrets need an mcp.server.secret");
    }

    /**
     * An icon for user interfaces.
     *
     * @param src an 'https:' or 'data:' URI
     * @param mimeType media type, if the URI does not tell it
     * @param sizes sizes such as '48x48', or 'any'
     * @param theme 'light' or 'dark', the background the icon is made for
     */
    record IconProperties(
            String src,
            @Nullable String mimeType,
            @DefaultValue List<String> sizes,
            @Nullable String theme) {

        IconProperties {
            Assert.hasText(src, "mcp.server.icons needs a src for each icon");
        }

        Icon icon() {
            return new Icon(this.src, this.mimeType, this.sizes, this.theme);
        }
    }

    /**
     * The HTTP endpoint.
     *
     * @param path path of the endpoint; a slash at its end is ignored
     * @param maxRequestSize largest request body
     * @param readTimeout maximum time in which a request body must arrive; half of it may pass without any part of the
     *     body
     * @param maxDepth deepest nesting of JSON in a request
     * @param allowedOrigins origins of web pages that may use the server, such as 'https://app.example.com' or
     *     'https://*.example.com'; besides these, pages of a loopback address may on loopback connections, and pages of
     *     this server if its host is an IP address or listed in 'mcp.server.http.allowed-hosts'
     * @param allowedHosts values of the Host header that are accepted; a host without a port stands for all its ports;
     *     all hosts unless given
     * @param sse streams of events
     */
    record Http(
            @DefaultValue("/mcp") String path,
            @DefaultValue("4MB") DataSize maxRequestSize,
            @DefaultValue("60s") Duration readTimeout,
            @DefaultValue("100") int maxDepth,
            @DefaultValue List<String> allowedOrigins,
            @DefaultValue List<String> allowedHosts,
            @DefaultValue Sse sse) {

        private static final Pattern PATTERN_SYNTAX = Pattern.compile("[*?{};%]");

        private static final Pattern ORIGIN = Pattern.compile("\\*|[A-Za-z*][A-Za-z0-9+.*-]*://[^/@\\s]+/?");

        Http {
            String given = path;
            Assert.isTrue(given.startsWith("/"), () -> "mcp.server.http.path must begin with a slash: " + given);
            Assert.isTrue(
                    !PATTERN_SYNTAX.matcher(given).find(),
                    () -> "mcp.server.http.path must not contain any of * ? { } ; %: " + given);
            path = given.length() == 1 ? given : StringUtils.trimTrailingCharacter(given, '/');
            allowedOrigins.forEach(origin -> Assert.isTrue(
                    ORIGIN.matcher(origin).matches(),
                    () -> "mcp.server.http.allowed-origins must be origins such as https://app.example.com or"
                            + " https://*.example.com: " + origin));
            Assert.isTrue(
                    maxRequestSize.toBytes() > 0 && maxRequestSize.toBytes() <= Integer.MAX_VALUE / 2,
                    () -> "mcp.server.http.max-request-size must lie between 1 byte and 1 GB: " + maxRequestSize);
            Assert.isTrue(
                    readTimeout.toMillis() > 0,
                    () -> "mcp.server.http.read-timeout must be at least 1ms: " + readTimeout);
            Assert.isTrue(
                    maxDepth >= 10 && maxDepth <= 500,
                    () -> "mcp.server.http.max-depth must lie between 10 and 500: " + maxDepth);
        }

        /** The limits of JSON from clients. */
        JsonLimits json() {
            return new JsonLimits((int) maxRequestSize.toBytes(), maxDepth);
        }
    }

    /**
     * Streams of events.
     *
     * @param keepAlive silence after which a comment is sent, and a reply that is silent so long becomes a stream; 0
     *     for never
     * @param bufferSize a stream is closed when more than this waits for a client that has read nothing for a second,
     *     and at 16 times as much in any case
     * @param writeTimeout how long it may wait; then the stream is closed
     * @param maxListeningStreams Maximum number of streams on which clients wait for events at a time ('GET' and
     *     'subscriptions/listen'); requests for more are refused
     */
    record Sse(
            @DefaultValue("15s") Duration keepAlive,
            @DefaultValue("1MB") DataSize bufferSize,
            @DefaultValue("30s") Duration writeTimeout,
            @DefaultValue("10000") int maxListeningStreams) {

        Sse {
            Assert.isTrue(
                    !keepAlive.isNegative(), () -> "mcp.server.http.sse.keep-alive must not be negative: " + keepAlive);
            Assert.isTrue(
                    bufferSize.toBytes() > 0 && bufferSize.toBytes() <= Integer.MAX_VALUE / 2,
                    () -> "mcp.server.http.sse.buffer-size must lie between 1 byte and 1 GB: " + bufferSize);
            Assert.isTrue(
                    writeTimeout.toMillis() > 0,
                    () -> "mcp.server.http.sse.write-timeout must be at least 1ms: " + writeTimeout);
            Assert.isTrue(
                    maxListeningStreams > 0,
                    () -> "mcp.server.http.sse.max-listening-streams must be at least 1: " + maxListeningStreams);
        }
    }

    /** What happens to arguments that a tool's input schema does not name. */
    enum UnknownArguments {

        /** The call is refused with a hint at the known ones. */
        REJECT,

        /** They are dropped. */
        IGNORE
    }

    /**
     * Tools.
     *
     * @param pageSize number of tools on a page of 'tools/list'
     * @param timeout time limit of a call; 0 for none
     * @param unknownArguments what happens to arguments that a tool's input schema does not name
     * @param parseStringifiedJson whether an object or array that a model sent as a string is read all the same
     * @param convertStrings whether to convert scalars of the wrong kind that stand for the right one: a number or
     *     boolean in a string, the name of a constant in another case, a whole number for text
     * @param maxCollected how many elements of a Flux make up a result at most
     * @param execution threads for tools that block
     */
    record Tools(
            @DefaultValue("100") int pageSize,
            @DefaultValue("50s") Duration timeout,
            @DefaultValue("reject") UnknownArguments unknownArguments,
            @DefaultValue("true") boolean parseStringifiedJson,
            @DefaultValue("true") boolean convertStrings,
            @DefaultValue("10000") int maxCollected,
            @DefaultValue Execution execution) {

        Tools {
            Assert.isTrue(pageSize > 0, () -> "mcp.server.tools.page-size must be at least 1: " + pageSize);
            Assert.isTrue(!timeout.isNegative(), () -> "mcp.server.tools.timeout must not be negative: " + timeout);
            Assert.isTrue(maxCollected > 0, () -> "mcp.server.tools.max-collected must be at least 1: " + maxCollected);
        }
    }

    /**
     * Threads for tools that block; without effect when virtual threads are on.
     *
     * @param maxThreads how many calls of blocking tools run at a time
     * @param queueCapacity how many more may wait; calls beyond are told that the server is busy
     */
    record Execution(
            @DefaultValue("64") int maxThreads,
            @DefaultValue("256") int queueCapacity) {

        Execution {
            Assert.isTrue(
                    maxThreads > 0, () -> "mcp.server.tools.execution.max-threads must be at least 1: " + maxThreads);
            Assert.isTrue(
                    queueCapacity >= 0,
                    () -> "mcp.server.tools.execution.queue-capacity must not be negative: " + queueCapacity);
        }
    }

    /**
     * Prompts.
     *
     * @param pageSize number of prompts on a page of 'prompts/list'
     */
    record Prompts(@DefaultValue("100") int pageSize) {

        Prompts {
            Assert.isTrue(pageSize > 0, () -> "mcp.server.prompts.page-size must be at least 1: " + pageSize);
        }
    }

    /**
     * Resources.
     *
     * @param pageSize number of resources, or templates, on a page of their list
     * @param locations files to publish under 'resource:///', such as 'classpath:docs/**'
     * @param maxSize maximum size of a file or stream that is read as a resource or returned by a tool, at most 1GB
     */
    record Resources(
            @DefaultValue("100") int pageSize,
            @DefaultValue List<String> locations,
            @DefaultValue("16MB") DataSize maxSize) {

        Resources {
            Assert.isTrue(pageSize > 0, () -> "mcp.server.resources.page-size must be at least 1: " + pageSize);
            Assert.isTrue(
                    maxSize.toBytes() > 0 && maxSize.toBytes() <= Integer.MAX_VALUE / 2,
                    () -> "mcp.server.resources.max-size must lie between 1 byte and 1 GB: " + maxSize);
        }
    }

    /**
     * What clients of revision 2026-07-28 may keep.
     *
     * @param ttl for how long lists and the server's description may be kept
     */
    record Cache(@DefaultValue("5m") Duration ttl) {

        Cache {
            Assert.isTrue(!ttl.isNegative(), () -> "mcp.server.cache.ttl must not be negative: " + ttl);
        }
    }

    /**
     * Sessions of the revisions up to 2025-11-25.
     *
     * @param enabled whether session ids are issued and demanded; without them clients cannot be asked, listen for
     *     changes or come back to a lost stream
     * @param maxAge how long a session id is valid
     * @param idleTimeout how long something is remembered of a session that is not used, such as its log level
     * @param maxOpen Maximum number of sessions of which something is remembered between their requests; when there are
     *     more, the one that has been idle for longest is forgotten, and while all are in use, requests that need
     *     memory are refused
     * @param maxStreams how many streams a session may open for messages that belong to no request
     * @param events events that are kept for clients that lost a stream
     */
    record Session(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("24h") Duration maxAge,
            @DefaultValue("30m") Duration idleTimeout,
            @DefaultValue("10000") int maxOpen,
            @DefaultValue("8") int maxStreams,
            @DefaultValue Events events) {

        Session {
            Assert.isTrue(maxAge.toSeconds() > 0, () -> "mcp.server.session.max-age must be at least 1s: " + maxAge);
            Assert.isTrue(
                    idleTimeout.toSeconds() > 0,
                    () -> "mcp.server.session.idle-timeout must be at least 1s: " + idleTimeout);
            Assert.isTrue(maxOpen > 0, () -> "mcp.server.session.max-open must be at least 1: " + maxOpen);
            Assert.isTrue(maxStreams > 0, () -> "mcp.server.session.max-streams must be at least 1: " + maxStreams);
        }
    }

    /**
     * Events that are kept for clients that lost a stream.
     *
     * @param maxSize how much is kept for a session; 0 for nothing
     * @param ttl how long it is kept
     */
    record Events(
            @DefaultValue("1MB") DataSize maxSize,
            @DefaultValue("5m") Duration ttl) {

        Events {
            Assert.isTrue(
                    !maxSize.isNegative(), () -> "mcp.server.session.events.max-size must not be negative: " + maxSize);
            Assert.isTrue(!ttl.isNegative(), () -> "mcp.server.session.events.ttl must not be negative: " + ttl);
        }
    }

    /**
     * What the server asks of clients, and tells them.
     *
     * @param requestTimeout how long a client has to answer a question of a tool
     * @param maxPending how many questions a session may leave open at a time
     * @param maxPendingTotal Maximum number of questions that all sessions and tasks may leave open at the same time
     * @param logLevel lowest level at which a client of a revision up to 2025-11-25 gets log messages before it has
     *     said what it wants
     */
    record Client(
            @DefaultValue("5m") Duration requestTimeout,
            @DefaultValue("16") int maxPending,
            @DefaultValue("1000") int maxPendingTotal,
            @DefaultValue("warning") LoggingLevel logLevel) {

        Client {
            Assert.isTrue(
                    requestTimeout.toSeconds() > 0,
                    () -> "mcp.server.client.request-timeout must be at least 1s: " + requestTimeout);
            Assert.isTrue(maxPending > 0, () -> "mcp.server.client.max-pending must be at least 1: " + maxPending);
            Assert.isTrue(
                    maxPendingTotal > 0,
                    () -> "mcp.server.client.max-pending-total must be at least 1: " + maxPendingTotal);
        }
    }

    /**
     * Calls that go on when they have been answered, in 2026-07-28.
     *
     * @param ttl how long after its beginning a task runs at most, and its outcome can be asked for
     * @param maxActive how many tasks run at a time
     */
    record Tasks(
            @DefaultValue("1h") Duration ttl,
            @DefaultValue("1000") int maxActive) {

        Tasks {
            Assert.isTrue(ttl.toSeconds() > 0, () -> "mcp.server.tasks.ttl must be at least 1s: " + ttl);
            Assert.isTrue(maxActive > 0, () -> "mcp.server.tasks.max-active must be at least 1: " + maxActive);
        }
    }
}
