package io.mcpspring.resource;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.ContentLimit;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.Role;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.validation.SchemaException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import tools.jackson.databind.json.JsonMapper;

/** Makes resources and templates from what their authors said: everything that can fail does so here, at the start. */
final class ResourceFactory {

    private static final String URI_PARAMETER = "uri";

    private final BoundMethod.Calls calls;

    private final UnaryOperator<String> placeholders;

    private final JsonMapper mapper;

    private final ContentLimit limit;

    /**
     * @param mapper the application's
     * @param limit how much a file or stream may hold
     */
    ResourceFactory(
            BoundMethod.Calls calls, UnaryOperator<String> placeholders, JsonMapper mapper, ContentLimit limit) {
        this.calls = calls;
        this.placeholders = placeholders;
        this.mapper = mapper;
        this.limit = limit;
    }

    /** The resource, or the template, that an annotated method is. */
    RegisteredResource create(McpResource annotation, BeanMethod method) {
        requireReadable(method);
        AnnotationTexts texts = new AnnotationTexts(method, placeholders);
        Address address = address(texts.resolved(annotation.uri()), method);
        Map<String, List<String>> values = values(address);
        BoundMethod<McpResourceRequest> call = new BoundMethod<>(
                method, calls, parameter -> source(parameter, method, address, values), parameter -> false);
        String name = texts.text(annotation.name());
        ResourceTemplate definition = new ResourceTemplate(
                address.toString(),
                name == null ? method.method().getName() : name,
                texts.text(annotation.title()),
                texts.text(annotation.description()),
                texts.text(annotation.mimeType()),
                annotations(annotation, method),
                texts.icons(annotation.icons()),
                texts.meta(annotation.meta()));
        return new RegisteredResource(
                address,
                definition,
                null,
                rendered(definition, address, null),
                values,
                new ResourceReader(definition.mimeType(), mapper, limit),
                method,
                call);
    }

    /** The resource, or the template, that was defined in code. */
    RegisteredResource create(McpResourceDefinition definition) {
        Address address = address(definition.template().uriTemplate(), definition.method());
        Map<String, List<String>> values = values(address);
        BoundMethod<McpResourceRequest> call = BoundMethod.ofFunction(definition.method(), calls);
        return new RegisteredResource(
                address,
                definition.template(),
                definition.size(),
                rendered(definition.template(), address, definition.size()),
                values,
                new ResourceReader(definition.template().mimeType(), mapper, limit),
                definition.method(),
                call);
    }

    private void requireReadable(BeanMethod method) {
        Class<?> value = method.returnedClass();
        try {
            if (!ResourceReader.isDocument(value)) {
                JsonSchemas.requireWritable(value, mapper);
            }
        } catch (SchemaException ex) {
            throw method.refused(ex.reason() + ".", ex.cure() + ".");
        }
    }

    private static Address address(String uri, BeanMethod method) {
        try {
            return Address.of(uri);
        } catch (IllegalArgumentException ex) {
            throw method.refused(
                    "Its address '" + uri + "' cannot be served: " + ex.getMessage() + ".",
                    "Write a URI such as docs://guide, or a template such as docs://{chapter}/{+page}{?version}.");
        }
    }

    private static Map<String, List<String>> values(Address address) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        address.names().forEach(name -> values.put(name, List.of()));
        return values;
    }

    private BiFunction<McpResourceRequest, Exchange, @Nullable Object> source(
            MethodParameter parameter, BeanMethod method, Address address, Map<String, List<String>> values) {
        if (parameter.getParameterType() == McpResourceRequest.class) {
            return (request, exchange) -> request;
        }
        String name = TextArgument.nameOf(method, parameter, null);
        boolean variable = values.containsKey(name);
        if (!variable && !name.equals(URI_PARAMETER)) {
            throw method.refused(
                    "Its address '" + address + "' has no variable '" + name + "' for " + BeanMethod.describe(parameter)
                            + ".",
                    (values.isEmpty()
                                    ? ""
                                    : "The template's variables are " + String.join(", ", values.keySet()) + ". ")
                            + "Give the parameter the name of a variable, or 'uri' for the whole address.");
        }
        TextArgument argument = TextArgument.of(method, parameter, name, !address.isOptional(name), calls.injected());
        if (variable) {
            values.put(name, argument.values());
        }
        return (request, exchange) -> {
            try {
                return argument.value(variable ? request.variables().get(name) : request.uri());
            } catch (McpProtocolException ex) {
                // An address with a value that cannot be is nobody's.
                throw McpProtocolException.resourceNotFound(
                        request.uri(), ex.error().message(), exchange.version());
            }
        };
    }

    private static @Nullable Annotations annotations(McpResource annotation, BeanMethod method) {
        boolean unset = annotation.priority() == -1;
        if (annotation.audience().length == 0 && unset) {
            return null;
        }
        try {
            return new Annotations(
                    Arrays.stream(annotation.audience())
                            .map(reader -> Role.valueOf(reader.name()))
                            .toList(),
                    unset ? null : annotation.priority(),
                    null);
        } catch (IllegalArgumentException ex) {
            throw method.refused(
                    "Its priority is " + annotation.priority() + ".",
                    "Give a priority from 0 (optional) to 1 (as good as required).");
        }
    }

    private static Map<ProtocolVersion, JsonValue> rendered(
            ResourceTemplate definition, Address address, @Nullable Long size) {
        if (address.isTemplate()) {
            return Registry.rendered(version -> ResourceProjection.of(definition, version));
        }
        Resource resource = resource(definition, size);
        return Registry.rendered(version -> ResourceProjection.of(resource, version));
    }

    static Resource resource(ResourceTemplate definition, @Nullable Long size) {
        return new Resource(
                definition.uriTemplate(),
                definition.name(),
                definition.title(),
                definition.description(),
                definition.mimeType(),
                size,
                definition.annotations(),
                definition.icons(),
                definition.meta());
    }
}
