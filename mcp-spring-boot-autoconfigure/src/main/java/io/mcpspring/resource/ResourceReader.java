package io.mcpspring.resource;

import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.MediaTypes;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.schema.JsonSchemas;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts the value that the method of a resource returns to contents, as {@link io.mcpspring.annotation.McpResource}
 * describes.
 *
 * @param mimeType the declared media type; {@code null} if none is declared
 * @param mapper the mapper of the application
 * @param limit the maximum size of a file or stream
 */
record ResourceReader(@Nullable String mimeType, JsonMapper mapper, ContentLimit limit) {

    ReadResourceResult of(@Nullable Object value, String uri) throws IOException {
        if (value == null) {
            return ReadResourceResult.of();
        }
        if (value instanceof ReadResourceResult result) {
            return result;
        }
        List<ResourceContents> contents = new ArrayList<>();
        for (Object document : documents(value)) {
            document(document, uri).ifPresent(contents::add);
        }
        return new ReadResourceResult(contents, null);
    }

    private static Collection<?> documents(Object value) {
        Collection<?> elements = elements(value);
        return !elements.isEmpty() && elements.stream().allMatch(ResourceReader::isDocument)
                ? elements
                : List.of(value);
    }

    private static Collection<?> elements(Object value) {
        if (value instanceof Object[] array) {
            return Arrays.asList(array);
        }
        return value instanceof Collection<?> collection ? collection : List.of();
    }

    private static boolean isDocument(@Nullable Object value) {
        return value != null && isDocument(value.getClass());
    }

    /** Whether values of a type are documents; other values are written as JSON. */
    static boolean isDocument(Class<?> type) {
        return type == byte[].class
                || Stream.of(ResourceContents.class, Resource.class, ByteBuffer.class, InputStream.class)
                        .anyMatch(document -> document.isAssignableFrom(type));
    }

    private Optional<ResourceContents> document(Object value, String uri) throws IOException {
        if (value instanceof Optional<?> optional) {
            return optional.isPresent() ? document(optional.get(), uri) : Optional.empty();
        }
        if (value instanceof ResourceContents contents) {
            return Optional.of(contents);
        }
        if (value instanceof CharSequence text) {
            return Optional.of(new ResourceContents.Text(uri, type("text/plain"), text.toString(), null));
        }
        if (value instanceof Resource resource) {
            return resource.exists() ? Optional.of(file(resource, uri)) : Optional.empty();
        }
        if (value instanceof InputStream in) {
            return Optional.of(binary(bytes(in), uri));
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return Optional.of(binary(bytes, uri));
        }
        if (value instanceof byte[] bytes) {
            return Optional.of(binary(bytes, uri));
        }
        JsonSchemas.requireWritable(value.getClass(), mapper);
        return Optional.of(
                new ResourceContents.Text(uri, type("application/json"), mapper.writeValueAsString(value), null));
    }

    private byte[] bytes(InputStream content) throws IOException {
        byte[] bytes = limit.read(content);
        if (bytes == null) {
            throw new McpProtocolException(JsonRpcError.INTERNAL_ERROR, limit.refusal());
        }
        return bytes;
    }

    private ResourceContents binary(byte[] bytes, String uri) {
        return ResourceContents.of(uri, type(MediaTypes.of(bytes)), bytes);
    }

    private String type(String defaultType) {
        return mimeType == null ? defaultType : mimeType;
    }

    private ResourceContents file(Resource file, String uri) throws IOException {
        byte[] bytes = bytes(file.getInputStream());
        return ResourceContents.of(uri, type(MediaTypes.of(file, bytes)), bytes);
    }
}
