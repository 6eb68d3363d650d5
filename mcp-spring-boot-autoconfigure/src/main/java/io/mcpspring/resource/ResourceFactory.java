package io.mcpspring.resource;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.validation.SchemaException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import tools.jackson.databind.json.JsonMapper;

/** Creates resources and templates from annotated methods and definitions; everything that can fail does so here. */
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

    /** Creates the resource, or the template, of an annotated method. */
    RegisteredResource create(McpResource annotation, BeanMethod method) {
        return create(ResourceSpec.of(annotation, method, new AnnotationTexts(method, placeholders)));
    }

    /** Creates the resource, or the template, of a definition. */
    RegisteredResource create(McpResourceDefinition definition) {
        return create(definition.spec());
    }

    private RegisteredResource create(ResourceSpec spec) {
        BeanMethod method = spec.method();
        ResourceTemplate definition = spec.definition();
        Address address = address(definition.uriTemplate(), method);
        Map<String, List<String>> values = values(address);
        return new RegisteredResource(
                address,
                definition,
                spec.size(),
                rendered(definition, address, spec.size()),
                values,
                new ResourceReader(definition.mimeType(), mapper, limit),
                method,
                call(spec, address, values));
    }

    private BoundMethod<McpResourceRequest> call(ResourceSpec spec, Address address, Map<String, List<String>> values) {
        if (spec.isFunction()) {
            return BoundMethod.ofFunction(spec.method(), calls);
        }
        requireReadable(spec.method());
        return new BoundMethod<>(
                spec.method(),
                calls,
                ParameterSource.of(
                        spec.method(),
                        calls.injected(),
                        parameter -> false,
                        parameter -> source(parameter, spec.method(), address, values)));
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

    private ParameterSource<McpResourceRequest> source(
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
                return argument.value(
                        variable ? request.variables().get(name) : request.uri().toString());
            } catch (McpProtocolException ex) {
                // A value that cannot be converted means that the resource does not exist.
                throw McpProtocolException.resourceNotFound(
                        request.uri().toString(), ex.error().message(), exchange.version());
            }
        };
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
