package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.webflux.ClientOutput.Block;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes blocks to clients. */
@Internal
public record ClientWriter(StreamSettings settings, Connections connections) {

    /** Number of bytes that may be pending without a check that the client is reading. */
    static final long MAX_UNWATCHED_BYTES = 100 * 1024;

    /**
     * Writes blocks.
     *
     * @param filler written when there is no block for the keep-alive time; {@code null} to write nothing
     */
    public Mono<Void> write(Flux<Block> blocks, byte @Nullable [] filler, ServerHttpResponse response) {
        return ClientOutput.write(blocks, filler, settings, connections.of(response), response);
    }

    /** Writes a body of known length. */
    public Mono<Void> write(MessageBytes body, ServerHttpResponse response) {
        return body.size() + connections.of(response).unsentBytes() > MAX_UNWATCHED_BYTES
                ? write(Flux.just(new Block(body.toArray())), null, response)
                : response.writeWith(Mono.fromSupplier(() -> join(body.buffers(), response.bufferFactory())));
    }

    private static DataBuffer join(List<ByteBuffer> buffers, DataBufferFactory factory) {
        return buffers.size() == 1
                ? factory.wrap(buffers.get(0))
                : factory.join(buffers.stream().map(factory::wrap).toList());
    }
}
