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
 * @param enabled Whether to make the application an MCP server
 * @param failOnUnknownProperties Whether to stop the start if a configuration file or the command line has an unknown
 *     property below 'mcp.server', rather than logging a warning. Environment variables are not checked
 * @param name Name of the server. Defaults to 'spring.application.name', or else 'mcp-server'
 * @param version Version of the server. Defaults to the version of the build, 'spring.application.version', or else
 *     '0.0.0'
 * @param title Name of the server that is shown to people
 * @param description Description of the server
 * @param websiteUrl URL of a web page about the server
 * @param instructions Instructions for language models on how to use the server as a whole
 * @param icons Icons of the server for user interfaces
 * @param protocolVersions Revisions of the protocol to serve
 * @param secret Secret of at least 32 bytes that protects session ids and the answers of users in transit. Must be the
 *     same on all instances. Random for each process by default
 * @param previousSecrets Earlier secrets, whose session ids stay valid
 * @param http HTTP endpoint
 * @param execution Workers, on which methods run that may block
 * @param tools Tools
 * @param prompts Prompts
 * @param resources Resources
 * @param cache Caching by clients
 * @param session Sessions of clients of the legacy era
 * @param client Questions and messages to clients
 * @param tasks Tasks of clients of the modern era
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
        @DefaultValue Execution execution,
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
     * @param src URI of the icon, with the scheme 'https' or 'data'
     * @param mimeType Media type of the icon, if the URI does not state it
     * @param sizes Sizes such as '48x48', or 'any'
     * @param theme Background for which the icon is made, 'light' or 'dark'
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
     * @param path Path of the endpoint. A slash at the end is ignored
     * @param maxRequestSize Maximum size of a request body, at most 1GB
     * @param readTimeout Maximum time in which a request body must arrive. The connection may be silent for half of it
     * @param maxDepth Maximum nesting depth of the JSON in a request, from 10 to 500
     * @param allowedOrigins Origins of web pages that may use the server, such as 'https://app.example.com' or
     *     'https://*.example.com'. Pages of a loopback address are always allowed on loopback connections, as are pages
     *     of this server if its host is an IP address or listed in 'mcp.server.http.allowed-hosts'
     * @param allowedHosts Values of the Host header to accept. A host without a port stands for all of its ports. All
     *     hosts are accepted by default
     * @param sse Streams of events
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
     * @param keepAlive Time without an event after which a comment is sent, and after which a pending response becomes
     *     a stream; 0 for never
     * @param bufferSize Maximum size of pending events for a client that has read nothing for a second. The stream is
     *     closed beyond that, and in any case beyond 16 times as much
     * @param writeTimeout Maximum time for which events may be pending. The stream is closed after that
     * @param maxListeningStreams Maximum number of open streams on which clients listen for events ('GET' and
     *     'subscriptions/listen'). Further requests are refused
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

    /** Handling of arguments that the input schema of a tool does not name. */
    enum UnknownArguments {

        /** Refuses the call with an error that names the known arguments. */
        REJECT,

        /** Ignores the arguments. */
        IGNORE
    }

    /**
     * Tools.
     *
     * @param pageSize Maximum number of tools on a page of 'tools/list'
     * @param timeout Time limit of a call, of prompts and resources too; 0 for none
     * @param unknownArguments Handling of arguments that the input schema of a tool does not name
     * @param parseStringifiedJson Whether to read an object or array that a model has sent as a string
     * @param convertStrings Whether to convert scalars of the wrong type that stand for the right one: a number or
     *     boolean in a string, the name of a constant in another case, a whole number for text
     * @param maxCollected Maximum number of elements of a Flux that are collected as a result
     */
    record Tools(
            @DefaultValue("100") int pageSize,
            @DefaultValue("50s") Duration timeout,
            @DefaultValue("reject") UnknownArguments unknownArguments,
            @DefaultValue("true") boolean parseStringifiedJson,
            @DefaultValue("true") boolean convertStrings,
            @DefaultValue("10000") int maxCollected) {

        Tools {
            Assert.isTrue(pageSize > 0, () -> "mcp.server.tools.page-size must be at least 1: " + pageSize);
            Assert.isTrue(!timeout.isNegative(), () -> "mcp.server.tools.timeout must not be negative: " + timeout);
            Assert.isTrue(maxCollected > 0, () -> "mcp.server.tools.max-collected must be at least 1: " + maxCollected);
        }
    }

    /**
     * The workers, on which methods run that may block.
     *
     * @param pool Pool of worker threads, which is not used with virtual threads
     * @param maxConcurrency Maximum number of methods that run at the same time on workers, including virtual threads.
     *     Further calls are queued by the pool, and refused with virtual threads. Unlimited by default
     */
    record Execution(@DefaultValue Pool pool, @Nullable Integer maxConcurrency) {

        Execution {
            Assert.isTrue(
                    maxConcurrency == null || maxConcurrency > 0,
                    () -> "mcp.server.execution.max-concurrency must be at least 1: " + maxConcurrency);
        }

        /** The number of threads in the pool. */
        int threads() {
            return maxConcurrency == null ? pool.maxSize() : Math.min(pool.maxSize(), maxConcurrency);
        }
    }

    /**
     * The pool of worker threads, which is not used with virtual threads.
     *
     * @param maxSize Maximum number of worker threads. Idle threads end
     * @param queueCapacity Maximum number of calls that wait for a worker thread. Further calls are answered with an
     *     error that states that the server is busy
     */
    record Pool(
            @DefaultValue("200") int maxSize,
            @DefaultValue("1000") int queueCapacity) {

        Pool {
            Assert.isTrue(maxSize > 0, () -> "mcp.server.execution.pool.max-size must be at least 1: " + maxSize);
            Assert.isTrue(
                    queueCapacity >= 0,
                    () -> "mcp.server.execution.pool.queue-capacity must not be negative: " + queueCapacity);
        }
    }

    /**
     * Prompts.
     *
     * @param pageSize Maximum number of prompts on a page of 'prompts/list'
     */
    record Prompts(@DefaultValue("100") int pageSize) {

        Prompts {
            Assert.isTrue(pageSize > 0, () -> "mcp.server.prompts.page-size must be at least 1: " + pageSize);
        }
    }

    /**
     * Resources.
     *
     * @param pageSize Maximum number of resources, or templates, on a page of their list
     * @param locations Locations of files to publish below 'resource:///', such as 'classpath:docs/**'
     * @param maxSize Maximum size of a file or stream that is read as a resource or returned by a tool, at most 1GB
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
     * Caching by clients.
     *
     * @param ttl Time for which clients of the modern era may cache lists and the description of the server
     */
    record Cache(@DefaultValue("5m") Duration ttl) {

        Cache {
            Assert.isTrue(!ttl.isNegative(), () -> "mcp.server.cache.ttl must not be negative: " + ttl);
        }
    }

    /**
     * Sessions of clients of the legacy era (revisions up to 2025-11-25).
     *
     * @param enabled Whether to issue and require session ids. Without them clients of the legacy era cannot be asked,
     *     cannot listen for changes and cannot resume a lost stream
     * @param maxAge Time for which a session id is valid
     * @param idleTimeout Time after which the state of an unused session, such as its log level, is forgotten
     * @param maxOpen Maximum number of sessions with state in memory. Beyond that the state of the session that has
     *     been idle for longest is forgotten; while all are in use, requests that need state are refused
     * @param maxStreams Maximum number of streams that a session may open for messages that do not belong to a request
     * @param events Events that are kept for clients that have lost a stream
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
     * Events that are kept for clients that have lost a stream.
     *
     * @param maxSize Maximum size of the events that are kept for a session; 0 for none
     * @param ttl Time for which events are kept
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
     * Questions and messages to clients.
     *
     * @param requestTimeout Time within which a client must answer a question of the server
     * @param maxPending Maximum number of open questions in a session
     * @param maxPendingTotal Maximum number of open questions in all sessions and tasks
     * @param logLevel Lowest level of log messages for a client of the legacy era that has not set a level
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
     * Tasks of clients of the modern era (revision 2026-07-28).
     *
     * @param ttl Time from the start of a task until it must have ended and its result expires
     * @param maxActive Maximum number of tasks that run at the same time
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
