package io.mcpspring.resource;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.server.Exchange;
import io.mcpspring.server.Registry;
import java.io.FileNotFoundException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A resource, or a template of resources, that is ready to be read.
 *
 * @param address where it is
 * @param definition what clients of the newest revision see; a resource's is a template without variables
 * @param size a resource's size in bytes
 * @param rendered the definition as each revision knows it, written beforehand
 * @param values the values of variables whose types tell them, by name
 * @param contents turns what is read into contents
 * @param method the method behind it
 * @param call the same, ready to be called
 */
record RegisteredResource(Address address, ResourceTemplate definition, @Nullable Long size,
        Map<ProtocolVersion, JsonValue> rendered, Map<String, List<String>> values, ResourceReader contents, BeanMethod method,
        BoundMethod<McpResourceRequest> call) implements Registry.Entry {

    @Override
    public String key() {
        return address.toString();
    }

    Mono<ReadResourceResult> read(McpResourceRequest request, Exchange exchange) {
        ProtocolVersion version = exchange.version();
        return call.answer(request, exchange, values -> values
                // Reading a file blocks, whoever gave it.
                .flatMap(value -> Mono.fromCallable(() -> contents.of(value, request.uri()))
                        .subscribeOn(Schedulers.boundedElastic()))
                .filter(result -> !result.contents().isEmpty())
                .map(result -> result.in(version))
                .switchIfEmpty(Mono.error(() -> McpProtocolException.resourceNotFound(request.uri(), version)))
                .onErrorMap(RegisteredResource::isAbsence,
                        absence -> McpProtocolException.resourceNotFound(request.uri(), version)));
    }

    private static boolean isAbsence(Throwable failure) {
        return failure instanceof FileNotFoundException || failure instanceof NoSuchFileException;
    }
}
