package io.mcpspring.resource;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.constraint.ArgumentConstraints;
import io.mcpspring.constraint.ArgumentValidation;
import io.mcpspring.constraint.ConstrainedArgument;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.entry.Registry;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.Binding;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.text.DefinitionTexts;
import io.mcpspring.validation.SchemaException;
import java.util.ArrayList;
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

    private final Access access;

    private final UnaryOperator<String> placeholders;

    private final ArgumentValidation validation;

    private final JsonMapper mapper;

    private final ResultRules results;

    /**
     * @param mapper the application's
     * @param results what results may contain
     */
    ResourceFactory(
            BoundMethod.Calls calls,
            Access access,
            UnaryOperator<String> placeholders,
            ArgumentValidation validation,
            JsonMapper mapper,
            ResultRules results) {
        this.calls = calls;
        this.access = access;
        this.placeholders = placeholders;
        this.validation = validation;
        this.mapper = mapper;
        this.results = results;
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
        new DefinitionTexts()
                .check("Its name", definition.name())
                .check("Its title", definition.title())
                .check("Its description", definition.description())
                .refuse(method::refused);
        ResultRules rules = results.with(spec.results());
        Address address = address(definition.uriTemplate(), method);
        Map<String, List<String>> values = values(address);
        ResourceReader contents = ResourceReader.of(definition.mimeType(), method, mapper, rules.binary());
        BoundMethod<McpResourceRequest> call = call(spec, contents, address, values);
        return new RegisteredResource(
                address,
                definition,
                spec.size(),
                access.guard(new McpEntry(
                        McpInvocation.Kind.RESOURCE,
                        address.toString(),
                        address.isTemplate() ? definition : resource(definition, spec.size()),
                        spec.scopes(),
                        method)),
                spec.limits().checked(method),
                rendered(definition, address, spec.size()),
                values,
                contents,
                rules,
                method,
                call);
    }

    private BoundMethod<McpResourceRequest> call(
            ResourceSpec spec, ResourceReader contents, Address address, Map<String, List<String>> values) {
        BeanMethod method = spec.method();
        if (method.isFunction()) {
            return BoundMethod.ofFunction(method, calls);
        }
        List<ConstrainedArgument> arguments = new ArrayList<>();
        List<ParameterSource<McpResourceRequest>> sources = ParameterSource.of(
                method,
                calls.injected(),
                parameter -> false,
                parameter -> source(parameter, method, address, values, arguments));
        ArgumentConstraints constraints = validation.ofTexts(method, arguments, mapper);
        Binding<McpResourceRequest> binding = constraints
                .binding(sources)
                .slowFor(request -> JsonLimits.isLarge(List.of(request.uri().toString())));
        BoundMethod<McpResourceRequest> call = new BoundMethod<>(method, calls, binding);
        requireReadable(contents, method);
        return call;
    }

    private static void requireReadable(ResourceReader contents, BeanMethod method) {
        method.requireValue(
                "contents", "Return text, byte[], a Resource, ResourceContents, or a value that becomes JSON.");
        try {
            contents.requireReadable();
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
            MethodParameter parameter,
            BeanMethod method,
            Address address,
            Map<String, List<String>> values,
            List<ConstrainedArgument> constrained) {
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
        constrained.add(new ConstrainedArgument(name, parameter));
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
