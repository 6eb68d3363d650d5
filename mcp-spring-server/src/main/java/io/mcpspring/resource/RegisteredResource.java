package io.mcpspring.resource;

import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.Guard;
import io.mcpspring.entry.Registry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.Invocable;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.TextArguments;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.validation.InvalidArgumentsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * A resource, or a template of resources, that is ready to be read.
 *
 * @param address its URI or URI template
 * @param definition the definition as clients of the newest revision see it; that of a resource is a template without
 *     variables
 * @param size the size of a resource in bytes
 * @param guard decides who sees and reads the resource
 * @param limits limits of its use
 * @param rendered the definition as each revision has it, written in advance
 * @param values the values of the variables whose types define them, by name
 * @param contents maps the values that are read to contents
 * @param resultRules what results may contain
 * @param method the method of the application
 * @param call the same, ready to be called
 */
record RegisteredResource(
        Address address,
        ResourceTemplate definition,
        @Nullable Long size,
        Guard guard,
        CallLimits limits,
        Map<ProtocolVersion, JsonValue> rendered,
        Map<String, List<String>> values,
        ResourceReader contents,
        ResultRules resultRules,
        BeanMethod method,
        BoundMethod<McpResourceRequest> call)
        implements Registry.Entry, Invocable<McpResourceRequest, ReadResourceResult> {

    @Override
    public String key() {
        return address.toString();
    }

    @Override
    public Map<String, String> limitsByName() {
        Map<String, String> all = limits.byName();
        all.put("maxSize", Integer.toString(resultRules.binary().maxBytes()));
        return all;
    }

    @Override
    public McpInvocation.Kind kind() {
        return McpInvocation.Kind.RESOURCE;
    }

    @Override
    public Class<ReadResourceResult> resultType() {
        return ReadResourceResult.class;
    }

    @Override
    public String describe() {
        return (address.isTemplate() ? "Resource template '" : "Resource '") + key() + "'";
    }

    @Override
    public Object published() {
        return address.isTemplate() ? definition : ResourceFactory.resource(definition, size);
    }

    @Override
    public ObjectNode arguments(McpResourceRequest input) {
        return TextArguments.json(input.variables());
    }

    @Override
    public McpResourceRequest input(ObjectNode arguments, McpResourceRequest before) {
        return new McpResourceRequest(before.uri(), TextArguments.of(arguments));
    }

    @Override
    public Mono<ReadResourceResult> run(Invocation<McpResourceRequest, ReadResourceResult> invocation) {
        return call.run(invocation);
    }

    @Override
    public ReadResourceResult result(
            @Nullable Object value, Invocation<McpResourceRequest, ReadResourceResult> invocation) throws IOException {
        String uri = invocation.input().uri().toString();
        ReadResourceResult result = contents.of(value, uri);
        if (result.contents().isEmpty()) {
            throw McpProtocolException.resourceNotFound(
                    uri, invocation.exchange().version());
        }
        return result;
    }

    @Override
    public @Nullable ReadResourceResult failure(
            Throwable failure, Invocation<McpResourceRequest, ReadResourceResult> invocation) {
        if (failure instanceof FileNotFoundException || failure instanceof NoSuchFileException) {
            throw McpProtocolException.resourceNotFound(
                    invocation.input().uri().toString(), invocation.exchange().version());
        }
        if (failure instanceof InvalidArgumentsException invalid) {
            throw McpProtocolException.resourceNotFound(
                    invocation.input().uri().toString(),
                    invalid.getMessage(),
                    invocation.exchange().version());
        }
        return null;
    }

    @Override
    public McpProtocolException unknown(Invocation<McpResourceRequest, ReadResourceResult> invocation) {
        return McpProtocolException.resourceNotFound(
                invocation.input().uri().toString(), invocation.exchange().version());
    }
}
