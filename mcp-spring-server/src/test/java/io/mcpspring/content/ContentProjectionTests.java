package io.mcpspring.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Role;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContentProjectionTests {

    private static final URI ADDRESS = URI.create("desk://notes/1");

    private static final byte[] DATA = {1, 2, 3};

    private static final List<Content> KINDS = List.of(
            Content.text("text"),
            Content.image(DATA, "image/png"),
            Content.audio(DATA, "audio/wav"),
            Content.link(ADDRESS, "link").withIcons(List.of(Icon.of("https://example.com/icon.png"))),
            Content.resource(ADDRESS, "text/plain", "text"),
            Content.resource(ADDRESS, "image/png", DATA));

    @ParameterizedTest
    @EnumSource
    void aListIsUnchangedIfNothingIsLeftOut(ProtocolVersion version) {
        Annotations annotations = new Annotations(List.of(Role.USER), 0.5, Instant.EPOCH);
        boolean unchanged = KINDS.stream()
                .map(content -> content.withAnnotations(annotations).withMeta(Map.of("key", "value")))
                .allMatch(content -> ContentProjection.of(content, version).equals(content));
        assertThat(ContentProjection.of(KINDS, version) == KINDS).isEqualTo(unchanged);
    }
}
