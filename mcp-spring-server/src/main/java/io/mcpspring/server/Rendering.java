package io.mcpspring.server;

import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.protocol.ServerCapabilities;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A result that depends on the capabilities of the server, written once until they change. */
final class Rendering {

    private record Rendered(ServerCapabilities of, RenderedResult result) {}

    private final Function<ServerCapabilities, RenderedResult> renderer;

    private volatile @Nullable Rendered last;

    Rendering(Function<ServerCapabilities, RenderedResult> renderer) {
        this.renderer = renderer;
    }

    RenderedResult of(ServerCapabilities capabilities) {
        Rendered known = last;
        if (known == null || !known.of().equals(capabilities)) {
            known = new Rendered(capabilities, renderer.apply(capabilities));
            last = known;
        }
        return known.result();
    }
}
