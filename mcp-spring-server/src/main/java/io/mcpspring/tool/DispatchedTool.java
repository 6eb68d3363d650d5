package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.schema.ToolArgument;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool whose method handles HTTP requests. A call becomes a request that the application dispatches to the method.
 */
@Internal
public interface DispatchedTool {

    /** Finds the methods that handle HTTP requests. */
    interface Finder {

        /**
         * Returns a method as a tool; {@code null} if it does not handle HTTP requests.
         *
         * @param texts reads its annotations
         * @throws io.mcpspring.method.McpMethodException if its requests cannot be made of arguments
         */
        @Nullable
        DispatchedTool find(BeanMethod method, AnnotationTexts texts);

        /** Returns the filters that HTTP requests to the methods pass, but calls of the tools do not. */
        List<String> missingFilters();

        /**
         * Returns the methods without an annotation that the application offers as tools.
         *
         * @param check refuses what cannot be a tool
         */
        List<McpToolDefinition> included(Consumer<McpToolDefinition> check);
    }

    /** Returns a definition with what the method says about its requests, where the definition leaves it open. */
    McpToolDefinition completed(McpToolDefinition declared);

    /** Returns what a client sends of a request. */
    List<ToolArgument> arguments();

    /** Whether a successful response contains what the application's mapper writes of the return type. */
    boolean isDescribed();

    /**
     * Returns the function that dispatches a request to the method.
     *
     * @param structured whether JSON is structured content
     * @param maxBytes the maximum size of the body of a response
     */
    BeanMethod dispatch(Structured structured, int maxBytes);

    /**
     * Returns the request of a call, which the function takes.
     *
     * @param arguments the arguments, with default values
     * @param values what the arguments were read as; {@code null} for those that are absent
     * @param confirmation requires that the user has confirmed the call; run when the URL rules have permitted it
     * @throws io.mcpspring.validation.InvalidArgumentsException if a value cannot be part of a request
     */
    Object request(ObjectNode arguments, @Nullable Object[] values, Exchange exchange, Runnable confirmation);

    /**
     * Requires that the URL rules of the application can decide about the method. Called if nothing else does.
     *
     * @throws io.mcpspring.method.McpMethodException if they cannot
     */
    void requireDecision();
}
