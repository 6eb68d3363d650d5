package io.mcpspring.resource;

import io.mcpspring.constraint.ArgumentConstraints;
import io.mcpspring.constraint.ConstrainedArgument;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.DefinitionTexts;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.entry.Registration;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.validation.SchemaException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.core.MethodParameter;

/** Creates resources and templates from annotated methods and definitions; everything that can fail does so here. */
final class ResourceFactory {

    private static final String URI_PARAMETER = "uri";

    private final EntryContext context;

    private final ResultRules results;

    /** @param results what results may contain */
    ResourceFactory(EntryContext context, ResultRules results) {
        this.context = context;
        this.results = results;
    }

    RegisteredResource create(McpResourceDefinition declared) {
        BeanMethod method = declared.method();
        new DefinitionTexts()
                .check("Its name", declared.name())
                .check("Its title", declared.title())
                .check("Its description", declared.description())
                .refuse(method::refused);
        Address address = address(declared.uri(), method);
        ResultRules rules = results.with(declared.results());
        ResourceReader contents =
                ResourceReader.of(declared.mimeType(), method, context.mapper().get(), rules.binary());
        Registration<Object> registration = registration(declared, address, rules);
        return method.isFunction()
                ? new RegisteredResource(
                        registration,
                        address,
                        values(address),
                        contents,
                        BoundMethod.ofFunction(method, context.calls()))
                : ofMethod(method, registration, address, contents);
    }

    private RegisteredResource ofMethod(
            BeanMethod method, Registration<Object> registration, Address address, ResourceReader contents) {
        Map<String, List<String>> values = values(address);
        List<ConstrainedArgument> arguments = new ArrayList<>();
        List<ParameterSource<McpResourceRequest>> sources = ParameterSource.of(
                method,
                context.calls().injected(),
                parameter -> false,
                parameter -> source(parameter, method, address, values, arguments));
        ArgumentConstraints constraints =
                context.validation().ofTexts(method, arguments, context.mapper().get());
        BoundMethod<McpResourceRequest> call = new BoundMethod<>(method, context.calls(), constraints.binding(sources));
        requireReadable(contents, method);
        return new RegisteredResource(registration, address, values, contents, call);
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
        TextArgument argument = TextArgument.of(
                method,
                parameter,
                name,
                !address.isOptional(name),
                context.calls().injected());
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

    private Registration<Object> registration(McpResourceDefinition declared, Address address, ResultRules rules) {
        if (address.isTemplate()) {
            ResourceTemplate template = new ResourceTemplate(
                    declared.uri(),
                    declared.name(),
                    declared.title(),
                    declared.description(),
                    declared.mimeType(),
                    declared.annotations(),
                    declared.icons(),
                    declared.meta());
            return registration(declared, template, version -> ResourceProjection.of(template, version), rules);
        }
        Resource resource = new Resource(
                declared.uri(),
                declared.name(),
                declared.title(),
                declared.description(),
                declared.mimeType(),
                declared.size(),
                declared.annotations(),
                declared.icons(),
                declared.meta());
        return registration(declared, resource, version -> ResourceProjection.of(resource, version), rules);
    }

    private Registration<Object> registration(
            McpResourceDefinition declared,
            Object published,
            Function<ProtocolVersion, ?> projection,
            ResultRules rules) {
        McpEntry entry = new McpEntry(
                McpInvocation.Kind.RESOURCE, declared.uri(), published, declared.scopes(), declared.method());
        return Registration.of(entry, published, declared, projection, rules, context.access());
    }
}
