package io.mcpspring.resource;

import io.mcpspring.constraint.ConstrainedArgument;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.Registration;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.schema.JavaTypes;
import io.mcpspring.schema.JsonSchemas;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionService;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Creates resources and templates from annotated methods and definitions; everything that can fail does so here.
 *
 * @param results what results may contain
 * @param writing writes results as JSON
 */
record ResourceFactory(EntryContext context, ResultRules results, JsonMapper writing) {

    private static final String URI_PARAMETER = "uri";

    ResourceFactory(EntryContext context, ResultRules results) {
        this(context, results, JsonSchemas.resultMapper(context.mapper().get()));
    }

    RegisteredResource create(McpResourceDefinition declared) {
        BeanMethod method = declared.method();
        Address address = address(declared.uri(), method);
        ResultRules rules = results.with(null, declared.maxSize(), null, declared.sanitize());
        Map<String, TextArgument> variables = new LinkedHashMap<>();
        address.names().forEach(name -> variables.put(name, TextArgument.plain(name)));
        List<ConstrainedArgument> arguments = new ArrayList<>();
        List<ParameterSource<McpResourceRequest>> sources = ParameterSource.of(
                method,
                context.calls().get().injected(),
                parameter -> source(parameter, method, address, variables, arguments));
        BoundMethod<McpResourceRequest> call = context.boundMethod(method, sources, arguments);
        JavaType type = JavaTypes.ofResult(method.returnType(), method.beanClass(), writing);
        ResourceReader contents = new ResourceReader(declared.mimeType(), type, writing, method.view(), rules.binary());
        if (JavaTypes.isNothing(type)) {
            throw method.cannotBecome(
                    "contents", "Return text, byte[], a Resource, ResourceContents, or a value that becomes JSON.");
        }
        contents.requireReadable();
        Object published = address.isTemplate() ? template(declared) : resource(declared);
        Registration<Object> registration = Registration.of(
                McpInvocation.Kind.RESOURCE, published, declared, ResourceProjection::adapt, rules, context.access());
        return new RegisteredResource(registration, address, variables, contents, call);
    }

    private static Address address(String uri, BeanMethod method) {
        try {
            return Address.of(uri);
        } catch (IllegalArgumentException ex) {
            throw method.refused(
                    "Its address '" + uri + "' cannot be served: " + ex.getMessage() + ".",
                    "Write a URI such as docs://guide, or a template such as docs://{chapter}/{+page}{?version}, with"
                            + " something between the variables and those of a query at the end.");
        }
    }

    private ParameterSource<McpResourceRequest> source(
            MethodParameter parameter,
            BeanMethod method,
            Address address,
            Map<String, TextArgument> variables,
            List<ConstrainedArgument> constrained) {
        if (parameter.getParameterType() == McpResourceRequest.class) {
            return (request, exchange) -> request;
        }
        String name = JavaTypes.nameOf(parameter, null);
        boolean variable = variables.containsKey(name);
        if (!variable && !name.equals(URI_PARAMETER)) {
            throw method.refused(
                    "Its address '" + address + "' has no variable '" + name + "' for " + BeanMethod.describe(parameter)
                            + ".",
                    "Give the parameter the name 'uri' for the whole address, or that of a variable. The address has "
                            + variables.keySet() + ".");
        }
        ConversionService conversion = context.calls().get().injected().conversion();
        TextArgument argument = TextArgument.of(parameter, name, !address.isOptional(name), conversion);
        constrained.add(new ConstrainedArgument(name, parameter, false));
        if (variable) {
            variables.put(name, argument);
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

    private static ResourceTemplate template(McpResourceDefinition declared) {
        return new ResourceTemplate(
                declared.uri(),
                declared.name(),
                declared.title(),
                declared.description(),
                declared.mimeType(),
                declared.annotations(),
                declared.icons(),
                declared.meta());
    }

    private static Resource resource(McpResourceDefinition declared) {
        return new Resource(
                declared.uri(),
                declared.name(),
                declared.title(),
                declared.description(),
                declared.mimeType(),
                declared.size(),
                declared.annotations(),
                declared.icons(),
                declared.meta());
    }
}
