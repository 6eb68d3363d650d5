package io.mcpspring.resource;

import io.mcpspring.entry.RegisteredEntry;
import io.mcpspring.entry.Registration;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.TextArgument;
import io.mcpspring.method.TextArguments;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.validation.InvalidArgumentsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A resource, or a template of resources, that is ready to be read.
 *
 * @param address its URI or URI template
 * @param textArguments the variables by their names
 * @param contents maps the values that are read to contents
 * @param call the method, ready to be called
 */
record RegisteredResource(
        Registration<Object> registration,
        Address address,
        Map<String, TextArgument> textArguments,
        ResourceReader contents,
        BoundMethod<McpResourceRequest> call)
        implements RegisteredEntry<Object, McpResourceRequest, ReadResourceResult> {

    /** Templates that match the same addresses are the same. */
    @Override
    public String identity() {
        return address.shape();
    }

    @Override
    public ObjectNode arguments(McpResourceRequest input) {
        return TextArguments.json(input.variables());
    }

    @Override
    public McpResourceRequest input(ObjectNode arguments, McpResourceRequest before) {
        return accept(new McpResourceRequest(before.uri(), TextArguments.of(arguments)));
    }

    McpResourceRequest accept(McpResourceRequest request) {
        return textArguments.isEmpty()
                ? request
                : new McpResourceRequest(request.uri(), TextArguments.accepted(request.variables(), textArguments));
    }

    @Override
    public ReadResourceResult result(
            @Nullable Object value, Invocation<McpResourceRequest, ReadResourceResult> invocation) throws IOException {
        return contents.of(value, invocation.input().uri().toString());
    }

    @Override
    public ReadResourceResult completed(
            ReadResourceResult result, Invocation<McpResourceRequest, ReadResourceResult> invocation) {
        if (result.contents().isEmpty()) {
            throw unknown(invocation);
        }
        return result;
    }

    @Override
    public @Nullable ReadResourceResult failure(
            Throwable failure, Invocation<McpResourceRequest, ReadResourceResult> invocation) {
        if (failure instanceof FileNotFoundException || failure instanceof NoSuchFileException) {
            throw unknown(invocation);
        }
        if (failure instanceof InvalidArgumentsException invalid) {
            throw McpProtocolException.resourceNotFound(
                    invocation.input().uri().toString(),
                    String.valueOf(invalid.getMessage()),
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
