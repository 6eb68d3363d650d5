package io.mcpspring.benchmarks.bare;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes whole bodies, which costs least. */
record Bodies(JsonMapper json) {

    JsonNode read(DataBuffer body) {
        try {
            byte[] bytes = new byte[body.readableByteCount()];
            body.read(bytes);
            return json.readTree(bytes);
        } finally {
            DataBufferUtils.release(body);
        }
    }

    Mono<ServerResponse> respond(ServerRequest request, ServerResponse.BodyBuilder response, ObjectNode answer) {
        byte[] bytes = json.writeValueAsBytes(answer);
        return response.contentType(MediaType.APPLICATION_JSON)
                .contentLength(bytes.length)
                .body(BodyInserters.fromDataBuffers(Mono.fromSupplier(
                        () -> request.exchange().getResponse().bufferFactory().wrap(bytes))));
    }
}
