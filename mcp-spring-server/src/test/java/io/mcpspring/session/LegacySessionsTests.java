package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.Shutdown;
import io.mcpspring.server.StreamEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Sessions, whose data is in their ids. */
class LegacySessionsTests {

    private static final Implementation CLIENT = new Implementation("desk", "1.2");

    private Instant now = Instant.parse("2026-11-21T10:00:00.999Z");

    private final Shutdown shutdown = new Shutdown();

    private final LegacySessions sessions = sessions("a secret");

    private LegacySessions sessions(String... secrets) {
        return sessions(Duration.ofHours(1), secrets);
    }

    private LegacySessions sessions(Duration maxAge, String... secrets) {
        return sessions(new InProcessChannel(), maxAge, secrets);
    }

    private LegacySessions sessions(McpInstanceChannel channel, Duration maxAge, String... secrets) {
        Instances instances = new Instances(channel, Sealer.ofProcess());
        return new LegacySessions(
                new Sealer(List.of(secrets)),
                new SessionSettings(
                        maxAge,
                        Duration.ofMinutes(30),
                        10,
                        8,
                        1_000_000,
                        Duration.ofMinutes(5),
                        16,
                        LoggingLevel.WARNING),
                new EndedSessions(maxAge, null),
                instances,
                new ServerEvents(instances),
                new ListeningStreams(10, 10),
                shutdown,
                () -> now);
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.protocol.ProtocolVersion#legacy")
    void aSessionHasTheDataOfItsClient(ProtocolVersion version) {
        ClientCapabilities capabilities = new ClientCapabilities(
                Set.of(Feature.ELICITATION_FORM, Feature.ROOTS), Set.of("io.modelcontextprotocol/ui"));
        LegacySession session = find(open(new LegacyClient(version, CLIENT, capabilities), null), null);
        assertThat(session.client().protocolVersion()).isEqualTo(version);
        assertThat(session.client().info()).isEqualTo(CLIENT);
        assertThat(session.client().capabilities()).isEqualTo(capabilities);
        assertThat(session.openedAt()).isEqualTo("2026-11-21T10:00:00Z");
    }

    @Test
    void aSessionKeepsEveryFeatureOfItsClient() {
        for (Feature feature : Feature.values()) {
            ClientCapabilities capabilities = new ClientCapabilities(Set.of(feature), Set.of());
            assertThat(find(open(CLIENT, capabilities), null).client().capabilities())
                    .isEqualTo(capabilities);
        }
        ClientCapabilities all = new ClientCapabilities(Set.of(Feature.values()), Set.of());
        assertThat(find(open(CLIENT, all), null).client().capabilities()).isEqualTo(all);
    }

    @Test
    void unknownExtensionsAreOmitted() {
        ClientCapabilities many = new ClientCapabilities(Set.of(), Set.of("com.example/x".repeat(1000), "a/b"));
        assertThat(find(open(CLIENT, many), null).client().capabilities()).isEqualTo(ClientCapabilities.NONE);
    }

    @Test
    void theClientInfoIsOptional() {
        assertThat(find(open(null, ClientCapabilities.NONE), null).client().info())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "漢", "😀", "a😀", "\ud83d", "\udc00", "\u0000", "\uffff"})
    void anIdIsVisibleAsciiOfAtMost512Characters(String character) {
        String name = character.repeat(10_000);
        String id = open(
                new Implementation(name, name),
                new ClientCapabilities(Set.of(Feature.values()), Set.of("io.modelcontextprotocol/ui")));
        assertThat(id).matches("[\\x21-\\x7e]{1,512}");
        Implementation client = find(id, null).client().info();
        assertThat(client.name()).hasSizeLessThanOrEqualTo(40 + "...".length());
        assertThat(client.version()).isEqualTo(client.name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"😀", "a😀", "a😀😀", "漢"})
    void aNameIsNotTruncatedWithinACharacter(String characters) {
        String name = find(open(new Implementation(characters.repeat(100), "1"), ClientCapabilities.NONE), null)
                .client()
                .info()
                .name();
        assertThat(name).endsWith("...");
        assertThat(characters.repeat(100)).startsWith(name.replace("...", ""));
        assertThat(name.codePoints())
                .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    @Test
    void namesUpTo40CharactersAreKept() {
        Implementation client = new Implementation("x".repeat(40), "é".repeat(40));
        assertThat(find(open(client, ClientCapabilities.NONE), null).client().info())
                .isEqualTo(client);
        Implementation longer = new Implementation("x".repeat(41), "1");
        assertThat(find(open(longer, ClientCapabilities.NONE), null)
                        .client()
                        .info()
                        .name())
                .isEqualTo("x".repeat(40) + "...");
    }

    @Test
    void aStreamThatWasRequestedBeforeTheEndOfItsSessionEnds() {
        LegacySession session = find(open(), null);
        Flux<StreamEvent> events = sessions.listen(session, null, 0, null, List.of());
        sessions.end(session);
        assertThat(events.collectList().block(Duration.ofSeconds(10))).isEmpty();
        assertThat(sessions.inUse()).isZero();
    }

    @Test
    void aStandAloneStreamEndsWhenTheShutdownBegins() {
        LegacySession session = find(open(), null);
        Flux<StreamEvent> events = sessions.listen(session, null, 0, null, List.of());
        List<StreamEvent> received = new ArrayList<>();
        Disposable listening = events.subscribe(received::add);
        assertThat(listening.isDisposed()).isFalse();
        shutdown.begin(() -> {});
        assertThat(listening.isDisposed()).isTrue();
        String last = ((StreamEvent.Priming) received.get(0)).id();
        assertThat(sessions.listen(session, null, 0, last, List.of())
                        .collectList()
                        .block(Duration.ofSeconds(10)))
                .isEmpty();
        shutdown.revoke();
        assertThat(events.subscribe().isDisposed()).isFalse();
    }

    @Test
    void aSessionExpires() {
        String id = open();
        this.now = Instant.parse("2026-11-21T10:59:59.999Z");
        assertThat(sessions.find(id, null)).isPresent();
        this.now = Instant.parse("2026-11-21T11:00:00Z");
        assertThat(sessions.find(id, null)).isEmpty();
    }

    @Test
    void anEndedSessionIsGone() {
        String id = open();
        String other = open();
        sessions.end(find(id, null));
        assertThat(sessions.find(id, null)).isEmpty();
        assertThat(sessions.find(other, null)).isPresent();
        sessions.end(find(other, null));
        assertThat(sessions.find(id, null)).isEmpty();
        assertThat(sessions.find(other, null)).isEmpty();
    }

    @Test
    void aSessionBelongsToItsUser() {
        String ofAda = open(new LegacyClient(ProtocolVersion.V2025_11_25, CLIENT, ClientCapabilities.NONE), "ada");
        assertThat(sessions.find(ofAda, "ada")).isPresent();
        assertThat(sessions.find(ofAda, "eve")).isEmpty();
        assertThat(sessions.find(ofAda, null)).isEmpty();
        assertThat(sessions.find(open(), "ada")).isEmpty();
        assertThat(sessions.find(open(), "")).isEmpty();
    }

    @Test
    void eachIdIsUnique() {
        assertThat(open()).isNotEqualTo(open());
        assertThat(find(open(), null).key()).isNotEqualTo(find(open(), null).key());
    }

    @Test
    void anotherInstanceWithTheSecretAcceptsTheSession() {
        String id = open();
        assertThat(sessions("a secret").find(id, null)).hasValue(find(id, null));
        assertThat(sessions("another", "a secret").find(id, null)).isPresent();
        assertThat(sessions("another").find(id, null)).isEmpty();
    }

    @Test
    void anotherInstanceAppliesItsOwnMaximumAge() {
        String id = open();
        this.now = now.plusSeconds(100);
        assertThat(sessions(Duration.ofSeconds(60), "a secret").find(id, null)).isEmpty();
    }

    @Test
    void anInstanceRemembersAnEndedSessionForItsOwnMaximumAge() {
        McpInstanceChannel channel = new InProcessChannel();
        LegacySessions one = sessions(channel, Duration.ofHours(1), "a secret");
        LegacySessions other = sessions(channel, Duration.ofHours(2), "a secret");
        String id = open();
        one.end(find(id, null));
        for (Duration age : List.of(Duration.ofMinutes(59), Duration.ofMinutes(61), Duration.ofMinutes(121))) {
            this.now = Instant.parse("2026-11-21T10:00:00Z").plus(age);
            other.sweep();
            assertThat(other.find(id, null)).as("after %s", age).isEmpty();
        }
    }

    @Test
    void ofTooManyEndedSessionsTheOldestAreForgotten() {
        McpInstanceChannel channel = new InProcessChannel();
        LegacySessions one = sessions(channel, Duration.ofHours(1), "a secret");
        LegacySessions other = sessions(channel, Duration.ofHours(1), "a secret");
        String first = open();
        one.end(find(first, null));
        for (int i = 1; i < EndedSessions.MAX; i++) {
            other.ended.ended.put("other-" + i, Instant.now());
        }
        String last = open();
        assertThat(other.find(first, null)).isEmpty();
        one.end(find(last, null));
        assertThat(other.find(last, null)).isEmpty();
        assertThat(other.find(first, null)).isPresent();
        assertThat(other.ended.ended).hasSize(EndedSessions.MAX);
    }

    @Test
    void aListenerThatFailsKeepsTheEndOfASessionNeitherFromOthersNorFromOtherInstances() {
        McpInstanceChannel channel = new InProcessChannel();
        LegacySessions one = sessions(channel, Duration.ofHours(1), "a secret");
        LegacySessions other = sessions(channel, Duration.ofHours(1), "a secret");
        List<Duration> durations = new ArrayList<>();
        one.onEnd((session, duration) -> {
            throw new IllegalStateException("first");
        });
        one.onEnd((session, duration) -> durations.add(duration));
        String id = open();
        one.end(find(id, null));
        assertThat(durations).hasSize(1);
        assertThat(other.find(id, null)).isEmpty();
    }

    @Test
    void aClockThatIsSetEndsNoSessionThatIsInUse() {
        LegacySession session = find(open(), null);
        Disposable listening =
                sessions.listen(session, null, 1, null, List.of()).subscribe();
        listening.dispose();
        assertThat(sessions.inUse()).isEqualTo(1);
        this.now = now.plus(Duration.ofDays(1));
        sessions.sweep();
        assertThat(sessions.inUse()).isEqualTo(1);
    }

    @Test
    void anotherTokenOfTheSameSecretIsNotASession() {
        Sealer sealer = new Sealer(List.of("a secret"));
        for (String content : List.of(" ", "x", "[\"key\",\"1999-01-01\",null,null,false,0,\"\",[]]", "[\"key\",9]")) {
            assertThat(sessions.find(sealer.seal("session", content.getBytes(StandardCharsets.UTF_8)), null))
                    .as(content)
                    .isEmpty();
        }
        assertThat(sessions.find(sealer.seal("requestState", new byte[300]), null))
                .isEmpty();
        assertThat(sessions.find("", null)).isEmpty();
    }

    private String open() {
        return open(CLIENT, ClientCapabilities.NONE);
    }

    private String open(@Nullable Implementation client, ClientCapabilities capabilities) {
        return open(new LegacyClient(ProtocolVersion.V2025_11_25, client, capabilities), null);
    }

    private String open(LegacyClient client, @Nullable String user) {
        return sessions.id(sessions.begin(client, user));
    }

    private LegacySession find(String id, @Nullable String user) {
        return sessions.find(id, user).orElseThrow();
    }
}
