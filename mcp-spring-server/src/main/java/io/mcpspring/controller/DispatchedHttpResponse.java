package io.mcpspring.controller;

import java.util.Objects;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The response to a dispatched request, of which the status, the body and few headers are read. */
final class DispatchedHttpResponse extends AbstractServerHttpResponse {

    private final int maxBytes;

    private byte[] body = {};

    DispatchedHttpResponse(int maxBytes) {
        super(DefaultDataBufferFactory.sharedInstance);
        this.maxBytes = maxBytes;
    }

    DispatchResponse complete() {
        HttpStatusCode status = Objects.requireNonNullElse(getStatusCode(), HttpStatus.OK);
        return new DispatchResponse(
                status.value(),
                getHeaders().getContentType(),
                body,
                getHeaders().getFirst(HttpHeaders.LOCATION),
                null);
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> written) {
        return DataBufferUtils.join(Flux.from(written), maxBytes)
                .doOnNext(joined -> {
                    body = new byte[joined.readableByteCount()];
                    joined.read(body);
                    DataBufferUtils.release(joined);
                })
                .then();
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> written) {
        return writeWithInternal(Flux.from(written).concatMap(part -> part));
    }

    @Override
    public <T> T getNativeResponse() {
        throw new IllegalStateException("The response to a call of a tool has no native response");
    }

    @Override
    protected void applyStatusCode() {}

    @Override
    protected void applyHeaders() {}

    @Override
    protected void applyCookies() {}
}
