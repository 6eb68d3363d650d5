package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.autoconfigure.McpServerProperties.Cache;
import io.mcpspring.autoconfigure.McpServerProperties.Client;
import io.mcpspring.autoconfigure.McpServerProperties.Events;
import io.mcpspring.autoconfigure.McpServerProperties.Http;
import io.mcpspring.autoconfigure.McpServerProperties.Prompts;
import io.mcpspring.autoconfigure.McpServerProperties.Resources;
import io.mcpspring.autoconfigure.McpServerProperties.Session;
import io.mcpspring.autoconfigure.McpServerProperties.Sse;
import io.mcpspring.autoconfigure.McpServerProperties.Tasks;
import io.mcpspring.autoconfigure.McpServerProperties.Tools;
import io.mcpspring.autoconfigure.McpServerProperties.UnknownArguments;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.unit.DataSize;

/** The properties, with configured and with default values. */
class McpServerPropertiesTests {

    private static final McpServerProperties DEFAULTS = new McpServerProperties(
            true,
            null,
            null,
            null,
            null,
            null,
            null,
            List.of(),
            List.of(
                    ProtocolVersion.V2026_07_28,
                    ProtocolVersion.V2025_11_25,
                    ProtocolVersion.V2025_06_18,
                    ProtocolVersion.V2025_03_26),
            null,
            List.of(),
            new Http(
                    "/mcp",
                    DataSize.ofMegabytes(4),
                    Duration.ofSeconds(60),
                    100,
                    List.of(),
                    List.of(),
                    List.of(),
                    new Sse(null, DataSize.ofMegabytes(16), Duration.ofSeconds(30), 10_000, 1_000)),
            new ExecutionProperties(new ExecutionProperties.Pool(200, 1000), null),
            new LimitProperties(
                    null, null, null, null, List.of(), DataSize.ofMegabytes(1), DataSize.ofKilobytes(100), false),
            new OutputProperties(true, false),
            new Tools(100, Duration.ofSeconds(50), UnknownArguments.REJECT, true, true, 10_000),
            Map.of(),
            new ControllerProperties(List.of(), List.of(), ControllerProperties.UrlRules.ENFORCE),
            new Prompts(100),
            new Resources(100, List.of(), DataSize.ofMegabytes(16)),
            new Cache(Duration.ofMinutes(5)),
            new Session(
                    Duration.ofHours(24),
                    Duration.ofMinutes(30),
                    10_000,
                    8,
                    new Events(DataSize.ofMegabytes(1), Duration.ofMinutes(5))),
            new Client(Duration.ofMinutes(5), 16, 1_000, LoggingLevel.WARNING),
            new Tasks(Duration.ofHours(1), 1_000),
            new AuditProperties(List.of()),
            new McpServerProperties.Console(false),
            new RedisProperties(true, null, Duration.ofSeconds(2), Duration.ofSeconds(15), true, true, true),
            new SpringAiProperties(true, true, false, Map.of()),
            new SecurityProperties(true, false, null, List.of(), List.of(), null, List.of(), true));

    private static final String SECRET = "a secret of thirty-two bytes or more";

    private static final String PREVIOUS = "another secret of the same length at least";

    private static final String[] EVERYTHING = {
        "name=orders",
        "version=1.4.0",
        "title=Orders",
        "description=Finds orders",
        "website-url=https://acme.example",
        "instructions=Look orders up before you change them",
        "icons[0].src=https://acme.example/icon.png",
        "icons[0].mime-type=image/png",
        "icons[0].sizes=48x48,96x96",
        "icons[0].theme=dark",
        "protocol-versions=2025-11-25, 2025-06-18",
        "secret=" + SECRET,
        "previous-secrets=" + PREVIOUS,
        "http.path=/api/mcp",
        "http.max-request-size=1MB",
        "http.read-timeout=2s",
        "http.max-depth=20",
        "http.allowed-origins=https://app.acme.example",
        "http.allowed-origin-patterns=https://*.acme.example",
        "http.allowed-hosts=acme.example",
        "redis.enabled=false",
        "redis.key-prefix=orders:",
        "redis.timeout=500ms",
        "redis.lease=5s",
        "redis.channel=false",
        "redis.tasks=false",
        "redis.rates=false",
        "security.enabled=false",
        "security.open=true",
        "security.resource=https://acme.example/mcp",
        "security.audiences=orders",
        "security.issuers=https://login.acme.example",
        "security.authorization-servers=https://sso.acme.example",
        "security.scopes-supported=orders:read",
        "tools.page-size=7",
        "tools.timeout=2m",
        "tools.unknown-arguments=ignore",
        "tools.parse-stringified-json=false",
        "tools.convert-strings=false",
        "tools.max-collected=50",
        "controllers.include=POST /orders/**",
        "controllers.headers=X-Tenant",
        "controllers.url-rules=ignore",
        "execution.pool.max-size=3",
        "execution.pool.queue-capacity=0",
        "execution.max-concurrency=2",
        "limits.max-text-size=5KB",
        "limits.text-warning-size=4KB",
        "limits.cut-text=true",
        "output.sanitize=false",
        "output.sanitize-resources=true",
        "http.sse.keep-alive=0",
        "http.sse.buffer-size=10KB",
        "http.sse.write-timeout=1s",
        "http.sse.max-listening-streams=7",
        "http.sse.max-listening-streams-per-caller=3",
        "toolsets.Read-only.tags=reading,public",
        "prompts.page-size=8",
        "resources.page-size=9",
        "resources.locations=classpath*:docs/**",
        "resources.max-size=3KB",
        "tasks.ttl=2m",
        "security.list-undecided=false",
        "tasks.max-active=3",
        "audit.arguments=text,id",
        "console.enabled=true",
        "spring-ai.annotations=false",
        "spring-ai.tool-callbacks=false",
        "spring-ai.client-tools=true",
        "spring-ai.media-types.map=image/png",
        "limits.rate=10/1s",
        "limits.initialize-rate=2/1m",
        "limits.max-concurrency=5",
        "limits.max-concurrency-per-caller=3",
        "limits.entries[0].name=add",
        "limits.entries[0].rate=1/1s",
        "limits.entries[0].max-concurrency=1",
        "cache.ttl=0",
        "session.max-age=1h",
        "session.idle-timeout=1m",
        "session.max-open=5",
        "session.max-streams=1",
        "session.events.max-size=0",
        "session.events.ttl=1s",
        "client.request-timeout=1m",
        "client.max-pending=2",
        "client.max-pending-total=3",
        "client.log-level=error"
    };

    @Test
    void theDefaultsAreTheDocumentedOnes() {
        assertThat(bound()).isEqualTo(DEFAULTS);
    }

    @Test
    void everyPropertyCanBeSet() {
        assertThat(bound(EVERYTHING))
                .isEqualTo(new McpServerProperties(
                        true,
                        "orders",
                        "1.4.0",
                        "Orders",
                        "Finds orders",
                        "https://acme.example",
                        "Look orders up before you change them",
                        List.of(new IconProperties(
                                "https://acme.example/icon.png",
                                "image/png",
                                List.of("48x48", "96x96"),
                                IconProperties.Theme.DARK)),
                        List.of(ProtocolVersion.V2025_11_25, ProtocolVersion.V2025_06_18),
                        new Secret(SECRET),
                        List.of(new Secret(PREVIOUS)),
                        new Http(
                                "/api/mcp",
                                DataSize.ofMegabytes(1),
                                Duration.ofSeconds(2),
                                20,
                                List.of("https://app.acme.example"),
                                List.of("https://*.acme.example"),
                                List.of("acme.example"),
                                new Sse(Duration.ZERO, DataSize.ofKilobytes(10), Duration.ofSeconds(1), 7, 3)),
                        new ExecutionProperties(new ExecutionProperties.Pool(3, 0), 2),
                        new LimitProperties(
                                new CallLimits.Rate(10, Duration.ofSeconds(1)),
                                new CallLimits.Rate(2, Duration.ofMinutes(1)),
                                5,
                                3,
                                List.of(new LimitProperties.EntryLimits(
                                        "add", new CallLimits.Rate(1, Duration.ofSeconds(1)), 1)),
                                DataSize.ofKilobytes(5),
                                DataSize.ofKilobytes(4),
                                true),
                        new OutputProperties(false, true),
                        new Tools(7, Duration.ofMinutes(2), UnknownArguments.IGNORE, false, false, 50),
                        Map.of("Read-only", new ToolsetProperties(List.of("reading", "public"))),
                        new ControllerProperties(
                                List.of("POST /orders/**"), List.of("X-Tenant"), ControllerProperties.UrlRules.IGNORE),
                        new Prompts(8),
                        new Resources(9, List.of("classpath*:docs/**"), DataSize.ofKilobytes(3)),
                        new Cache(Duration.ZERO),
                        new Session(
                                Duration.ofHours(1),
                                Duration.ofMinutes(1),
                                5,
                                1,
                                new Events(DataSize.ofBytes(0), Duration.ofSeconds(1))),
                        new Client(Duration.ofMinutes(1), 2, 3, LoggingLevel.ERROR),
                        new Tasks(Duration.ofMinutes(2), 3),
                        new AuditProperties(List.of("text", "id")),
                        new McpServerProperties.Console(true),
                        new RedisProperties(
                                false, "orders:", Duration.ofMillis(500), Duration.ofSeconds(5), false, false, false),
                        new SpringAiProperties(false, false, true, Map.of("map", "image/png")),
                        new SecurityProperties(
                                false,
                                true,
                                URI.create("https://acme.example/mcp"),
                                List.of("orders"),
                                List.of("https://login.acme.example"),
                                List.of("https://sso.acme.example"),
                                List.of("orders:read"),
                                false)));
    }

    @Test
    void anEmptyIssuerIsNoAuthorizationServer() {
        MockEnvironment environment =
                new MockEnvironment().withProperty("spring.security.oauth2.resourceserver.jwt.issuer-uri", "");
        assertThat(DEFAULTS.security().knownAuthorizationServers(environment)).isEmpty();
        assertThat(DEFAULTS.security().namesAuthorizationServers(environment)).isFalse();
    }

    @Test
    void theTestsCoverEveryProperty() {
        Map<String, Object> set = values(bound(EVERYTHING));
        Map<String, Object> defaults = values(DEFAULTS);
        assertThat(set.keySet()).isEqualTo(defaults.keySet()).hasSizeGreaterThan(25);
        assertThat(set.keySet())
                .filteredOn(name -> Objects.equals(set.get(name), defaults.get(name)))
                .as("not set in the test")
                .containsExactly("enabled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"})
    void revisionsHaveTheirNamesOfTheProtocol(String revision) {
        assertThat(bound("protocol-versions=" + revision).protocolVersions())
                .singleElement()
                .hasToString(revision);
    }

    private static McpServerProperties bound(String... values) {
        McpServerProperties[] bound = new McpServerProperties[1];
        Runners.properties().withPropertyValues(prefixed(values)).run(context -> {
            assertThat(context).hasNotFailed();
            bound[0] = context.getBean(McpServerProperties.class);
        });
        return bound[0];
    }

    private static String[] prefixed(String... values) {
        String[] prefixed = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            prefixed[i] = "mcp.server." + values[i];
        }
        return prefixed;
    }

    private static Map<String, Object> values(McpServerProperties properties) {
        Map<String, Object> values = new TreeMap<>();
        collect("", properties, values);
        return values;
    }

    private static void collect(String prefix, Record properties, Map<String, Object> values) {
        for (RecordComponent component : properties.getClass().getRecordComponents()) {
            Object value = value(component, properties);
            if (value instanceof Record nested && nested.getClass().getEnclosingClass() == McpServerProperties.class) {
                collect(prefix + component.getName() + ".", nested, values);
            } else {
                values.put(prefix + component.getName(), value);
            }
        }
    }

    private static Object value(RecordComponent component, Record properties) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(properties);
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
