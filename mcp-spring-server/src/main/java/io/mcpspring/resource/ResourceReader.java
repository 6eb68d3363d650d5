package io.mcpspring.resource;

import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ContentValues;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.schema.JavaTypes;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.validation.DeclarationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts the value that the method of a resource returns to contents, as {@link io.mcpspring.annotation.McpResource}
 * describes.
 *
 * @param mimeType the declared media type; {@code null} if none is declared
 * @param type the type of what is read, which values that are written as JSON have
 * @param mapper writes values as JSON
 * @param view the view of which the members are written; {@code null} for all members
 * @param limit the maximum size of a file or stream
 */
record ResourceReader(
        @Nullable String mimeType,
        JavaType type,
        JsonMapper mapper,
        @Nullable Class<?> view,
        ContentLimit limit) {

    /** @throws DeclarationException if values of the type would be written as JSON, but are not data for clients */
    void requireReadable() {
        if (!type.isJavaLangObject() && !isSeveralDocuments() && !isSentAsIs(type.getRawClass())) {
            JsonSchemas.requireWritable(type, mapper, view);
        }
    }

    /** Whether values of a type are sent without JSON. */
    private static boolean isSentAsIs(Class<?> type) {
        return isDocument(type)
                || CharSequence.class.isAssignableFrom(type)
                || type == ReadResourceResult.class
                || type == InputRequired.class;
    }

    ReadResourceResult of(@Nullable Object value, String uri) throws IOException {
        if (value == null) {
            return ReadResourceResult.of();
        }
        if (value instanceof ReadResourceResult result) {
            return result;
        }
        List<ResourceContents> contents = new ArrayList<>();
        for (Object document : documents(value)) {
            if (!(document instanceof Resource file) || file.exists()) {
                contents.add(document(document, uri));
            }
        }
        return new ReadResourceResult(contents, null);
    }

    private Collection<?> documents(Object value) {
        List<?> present = ContentValues.elements(value).stream()
                .map(BoundMethod::unwrapped)
                .filter(Objects::nonNull)
                .toList();
        boolean documents = present.isEmpty()
                ? isSeveralDocuments()
                : present.stream().allMatch(element -> isDocument(element.getClass()));
        return documents ? present : List.of(value);
    }

    private boolean isSeveralDocuments() {
        JavaType element = JavaTypes.element(type);
        return element != null && isDocument(element.getRawClass());
    }

    /** Whether values of a type are documents; other values are written as JSON. */
    private static boolean isDocument(Class<?> type) {
        return type == byte[].class
                || Stream.of(ResourceContents.class, Resource.class, ByteBuffer.class, InputStream.class)
                        .anyMatch(document -> document.isAssignableFrom(type));
    }

    private ResourceContents document(Object value, String uri) throws IOException {
        if (value instanceof ResourceContents contents) {
            return contents;
        }
        if (value instanceof CharSequence text) {
            return new ResourceContents.Text(uri, type("text/plain"), text.toString(), null);
        }
        return isDocument(value.getClass())
                ? ContentValues.document(value, uri, mimeType, limit)
                : new ResourceContents.Text(uri, type("application/json"), json(value), null);
    }

    private String json(Object value) {
        ObjectWriter writer = type.getRawClass().isInstance(value)
                ? JsonSchemas.writer(type, value.getClass(), mapper)
                : mapper.writer();
        return writer.withView(view).writeValueAsString(value);
    }

    private String type(String defaultType) {
        return mimeType == null ? defaultType : mimeType;
    }
}
