package io.mcpspring.resource;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceTemplate;
import java.io.FileNotFoundException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

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
record RegisteredResource(
        Address address,
        ResourceTemplate definition,
        @Nullable Long size,
        Map<ProtocolVersion, JsonValue> rendered,
        Map<String, List<String>> values,
        ResourceReader contents,
        BeanMethod method,
        BoundMethod<McpResourceRequest> call)
        implements Registry.Entry {

    @Override
    public String key() {
        return address.toString();
    }

    Mono<ReadResourceResult> read(McpResourceRequest request, Exchange exchange) {
        ProtocolVersion version = exchange.version();
        String uri = request.uri().toString();
        return call.answer(
                request,
                exchange,
                value -> {
                    ReadResourceResult result = contents.of(value, uri);
                    if (result.contents().isEmpty()) {
                        throw McpProtocolException.resourceNotFound(uri, version);
                    }
                    return ResourceProjection.of(result, version);
                },
                failure -> failure instanceof FileNotFoundException || failure instanceof NoSuchFileException
                        ? McpProtocolException.resourceNotFound(uri, version)
                        : failure);
    }
}
