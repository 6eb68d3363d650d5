package io.mcpspring.autoconfigure;

import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.Toolsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Configuration of the MCP server.
 *
 * @param enabled Whether to make the application an MCP server
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
 * @param limits Limits of calls and results
 * @param output Content of results
 * @param tools Tools
 * @param toolsets Selections of tools that clients can make, by their names. 'mcp.server.toolsets.NAME.tags' is a list:
 *     the toolset contains the tools that have one of its tags
 * @param controllers Tools that handle HTTP requests
 * @param prompts Prompts
 * @param resources Resources
 * @param cache Caching by clients
 * @param session Sessions of clients of the legacy era
 * @param client Questions and messages to clients
 * @param tasks Tasks of clients of the modern era
 * @param audit Events for operators: calls, refused requests, changed definitions
 * @param console Page on which people try the server in a browser
 * @param redis What instances share in Redis
 * @param springAi Entries that are written for Spring AI
 * @param security Access to the endpoint and its entries
 */
@ConfigurationProperties(prefix = "mcp.server", ignoreUnknownFields = false)
record McpServerProperties(
        @DefaultValue("true") boolean enabled,
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
        @DefaultValue @NestedConfigurationProperty ExecutionProperties execution,
        @DefaultValue @NestedConfigurationProperty LimitProperties limits,
        @DefaultValue @NestedConfigurationProperty OutputProperties output,
        @DefaultValue Tools tools,
        @DefaultValue Map<String, ToolsetProperties> toolsets,
        @DefaultValue @NestedConfigurationProperty ControllerProperties controllers,
        @DefaultValue Prompts prompts,
        @DefaultValue Resources resources,
        @DefaultValue Cache cache,
        @DefaultValue Session session,
        @DefaultValue Client client,
        @DefaultValue Tasks tasks,
        @DefaultValue @NestedConfigurationProperty AuditProperties audit,
        @DefaultValue Console console,
        @DefaultValue @NestedConfigurationProperty RedisProperties redis,
        @DefaultValue @NestedConfigurationProperty SpringAiProperties springAi,
        @NestedConfigurationProperty @DefaultValue SecurityProperties security) {

    McpServerProperties {
        Assert.isTrue(!protocolVersions.isEmpty(), "mcp.server.protocol-versions must name at least one revision");
        Assert.isTrue(secret == null || secret.isLongEnough(), "mcp.server.secret must have at least 32 bytes");
        Assert.isTrue(
                previousSecrets.stream().allMatch(Secret::isLongEnough),
                "mcp.server.previous-secrets must have at least 32 bytes each");
        Assert.isTrue(
                secret != null || previousSecrets.isEmpty(),
                "mcp.server.previous-secrets must not be set without mcp.server.secret");
        toolsets.forEach((toolset, properties) -> Toolsets.check(toolset, properties.tags()));
    }

    /**
     * The HTTP endpoint.
     *
     * @param path Path of the endpoint. Must begin with a slash and not contain any of * ? { } ; %. A slash at the end
     *     of the property is ignored
     * @param maxRequestSize Maximum size of a request body, at most 1GB
     * @param readTimeout Maximum time in which a request body must arrive
     * @param maxDepth Maximum nesting depth of the JSON in a request, from 10 to 500
     * @param allowedOrigins Origins of web pages that may use the server, such as 'https://app.example.com'. Pages of a
     *     loopback address are also allowed on loopback connections, as are pages of this server if its host is an IP
     *     address or listed in 'mcp.server.http.allowed-hosts'
     * @param allowedOriginPatterns Patterns of further origins, such as 'https://*.example.com' or
     *     'http://localhost:[*]'
     * @param allowedHosts Values of the Host header to accept. A host without a port stands for all of its ports. A
     *     request with another one is refused, wherever it comes from. All hosts are accepted by default
     * @param sse Streams of events
     */
    record Http(
            @DefaultValue("/mcp") String path,
            @DefaultValue("4MB") DataSize maxRequestSize,
            @DefaultValue("60s") Duration readTimeout,
            @DefaultValue("100") int maxDepth,
            @DefaultValue List<String> allowedOrigins,
            @DefaultValue List<String> allowedOriginPatterns,
            @DefaultValue List<String> allowedHosts,
            @DefaultValue Sse sse) {

        private static final Pattern PATTERN_SYNTAX = Pattern.compile("[*?{};%]");

        Http {
            String given = path;
            Assert.isTrue(given.startsWith("/"), () -> "mcp.server.http.path must begin with a slash: " + given);
            Assert.isTrue(
                    !PATTERN_SYNTAX.matcher(given).find(),
                    () -> "mcp.server.http.path must not contain any of * ? { } ; %: " + given);
            path = given.length() == 1 ? given : StringUtils.trimTrailingCharacter(given, '/');
            PropertyChecks.allowed(allowedOrigins, allowedOriginPatterns, allowedHosts);
            PropertyChecks.withinOneGigabyte("mcp.server.http.max-request-size", maxRequestSize);
            PropertyChecks.atLeast("1ms", "mcp.server.http.read-timeout", readTimeout);
            PropertyChecks.within("mcp.server.http.max-depth", maxDepth, 10, 500);
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
     *     a stream; 0 for never. Defaults to 15 seconds. In Spring MVC applications it is the time within which a lost
     *     client is detected, by default 5 seconds: a comment is sent after three quarters of it, and another one
     *     shortly after, because servlet containers detect a closed connection by the second write that follows it
     * @param bufferSize Maximum size of pending events for a client, besides the largest one, at most 1GB. The stream
     *     is closed beyond that
     * @param writeTimeout Maximum time for which events may be pending. The work ends after that, and on WebFlux the
     *     connection is closed
     * @param maxListeningStreams Maximum number of open streams on which clients listen for events ('GET' and
     *     'subscriptions/listen'). Further requests are refused
     * @param maxListeningStreamsPerCaller Maximum number of these streams of an authenticated caller. Further requests
     *     are refused
     */
    record Sse(
            @Nullable Duration keepAlive,
            @DefaultValue("16MB") DataSize bufferSize,
            @DefaultValue("30s") Duration writeTimeout,
            @DefaultValue("10000") int maxListeningStreams,
            @DefaultValue("1000") int maxListeningStreamsPerCaller) {

        Sse {
            PropertyChecks.atLeast("0s", "mcp.server.http.sse.keep-alive", keepAlive);
            PropertyChecks.withinOneGigabyte("mcp.server.http.sse.buffer-size", bufferSize);
            PropertyChecks.atLeast("1ms", "mcp.server.http.sse.write-timeout", writeTimeout);
            PropertyChecks.atLeastOne("mcp.server.http.sse.max-listening-streams", maxListeningStreams);
            PropertyChecks.atLeastOne(
                    "mcp.server.http.sse.max-listening-streams-per-caller", maxListeningStreamsPerCaller);
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
     * @param unknownArguments Handling of arguments, and of members of objects inside them, that the input schema of a
     *     tool does not name
     * @param parseStringifiedJson Whether to read an object or array that a model has sent as a string
     * @param convertStrings Whether to convert scalars of the wrong type that stand for the right one: a number or
     *     boolean in a string, the name of a constant in another case, a whole number for text
     * @param maxCollected Maximum number of elements of a Flux that are collected as a result, and of values that a
     *     completion method returns
     */
    record Tools(
            @DefaultValue("100") int pageSize,
            @DefaultValue("50s") Duration timeout,
            @DefaultValue("reject") UnknownArguments unknownArguments,
            @DefaultValue("true") boolean parseStringifiedJson,
            @DefaultValue("true") boolean convertStrings,
            @DefaultValue("10000") int maxCollected) {

        Tools {
            PropertyChecks.atLeastOne("mcp.server.tools.page-size", pageSize);
            PropertyChecks.atLeast("0s", "mcp.server.tools.timeout", timeout);
            PropertyChecks.atLeastOne("mcp.server.tools.max-collected", maxCollected);
        }
    }

    /**
     * Prompts.
     *
     * @param pageSize Maximum number of prompts on a page of 'prompts/list'
     */
    record Prompts(@DefaultValue("100") int pageSize) {

        Prompts {
            PropertyChecks.atLeastOne("mcp.server.prompts.page-size", pageSize);
        }
    }

    /**
     * Resources.
     *
     * @param pageSize Maximum number of resources, or templates, on a page of their list
     * @param locations Locations of files to publish below 'resource:///', such as 'classpath:docs/**'
     * @param maxSize Maximum size of the result of a prompt or resource, of the binary content in the result of a tool,
     *     and of a file or stream that is read for them, at most 1GB. Larger results are refused
     */
    record Resources(
            @DefaultValue("100") int pageSize,
            @DefaultValue List<String> locations,
            @DefaultValue("16MB") DataSize maxSize) {

        Resources {
            PropertyChecks.atLeastOne("mcp.server.resources.page-size", pageSize);
            PropertyChecks.withinOneGigabyte("mcp.server.resources.max-size", maxSize);
        }
    }

    /**
     * Caching by clients.
     *
     * @param ttl Time for which clients of the modern era may cache lists and the description of the server
     */
    record Cache(@DefaultValue("5m") Duration ttl) {

        Cache {
            PropertyChecks.atLeast("0s", "mcp.server.cache.ttl", ttl);
        }
    }

    /**
     * Sessions of clients of the legacy era (revisions up to 2025-11-25).
     *
     * @param maxAge Time for which a session id is valid
     * @param idleTimeout Time after which the state of an unused session, such as its log level, is forgotten
     * @param maxOpen Maximum number of sessions whose state is kept while they are not in use. Beyond that the state of
     *     the session that has been idle for longest is forgotten
     * @param maxStreams Maximum number of streams that a session may open for messages that do not belong to a request
     * @param events Events that are kept for clients that have lost a stream
     */
    record Session(
            @DefaultValue("24h") Duration maxAge,
            @DefaultValue("30m") Duration idleTimeout,
            @DefaultValue("10000") int maxOpen,
            @DefaultValue("8") int maxStreams,
            @DefaultValue Events events) {

        Session {
            PropertyChecks.atLeast("1s", "mcp.server.session.max-age", maxAge);
            PropertyChecks.atLeast("1s", "mcp.server.session.idle-timeout", idleTimeout);
            PropertyChecks.atLeastOne("mcp.server.session.max-open", maxOpen);
            PropertyChecks.atLeastOne("mcp.server.session.max-streams", maxStreams);
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
            PropertyChecks.notNegative("mcp.server.session.events.max-size", maxSize);
            PropertyChecks.atLeast("0s", "mcp.server.session.events.ttl", ttl);
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
            PropertyChecks.atLeast("1s", "mcp.server.client.request-timeout", requestTimeout);
            PropertyChecks.atLeastOne("mcp.server.client.max-pending", maxPending);
            PropertyChecks.atLeastOne("mcp.server.client.max-pending-total", maxPendingTotal);
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
            PropertyChecks.atLeast("1s", "mcp.server.tasks.ttl", ttl);
            PropertyChecks.atLeastOne("mcp.server.tasks.max-active", maxActive);
        }
    }

    /**
     * The page on which people try the server in a browser.
     *
     * @param enabled Whether a browser that opens the endpoint gets the console, with the dependency
     *     mcp-spring-boot-console. Enabled by default while the DevTools are active
     */
    record Console(@DefaultValue("false") boolean enabled) {}
}
