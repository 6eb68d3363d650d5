package io.mcpspring.method;

import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.CompleteResult;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.Tool;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One use of a tool, a prompt, a resource or a completion, as {@link McpInterceptor}s see it. */
public sealed interface McpInvocation permits Invocation {

    /** The kind of the entry that is invoked. Later releases may add constants. */
    enum Kind {

        /** A {@code tools/call}, answered by a {@link CallToolResult}. */
        TOOL(CallToolResult.class),

        /** A {@code prompts/get}, answered by a {@link GetPromptResult}. */
        PROMPT(GetPromptResult.class),

        /** A {@code resources/read}, answered by a {@link ReadResourceResult}. */
        RESOURCE(ReadResourceResult.class),

        /** A {@code completion/complete}, answered by a {@link CompleteResult}. */
        COMPLETION(CompleteResult.class);

        final Class<? extends McpResult> result;

        Kind(Class<? extends McpResult> result) {
            this.result = result;
        }
    }

    /** {@return the kind of the entry} */
    Kind kind();

    /**
     * Returns the name of the tool or prompt, or the URI of the resource that is read. For a completion, it is the name
     * of the prompt or the URI template to which the argument belongs.
     *
     * @return the name, or the URI
     */
    String name();

    /**
     * Returns the definition, as clients of the newest revision see it: a {@link Tool}, a {@link Prompt}, a
     * {@link Resource}, or a {@link ResourceTemplate} where the URI belongs to one. Empty if it is of another type, and
     * for completions.
     *
     * @param <T> the type
     * @param type the type of the definition
     * @return the definition
     */
    <T> Optional<T> definition(Class<T> type);

    /**
     * Returns the request: its user, headers, client and revision, and the ways to ask its client. A client of the
     * modern era answers by repeating the request, so an interceptor that asks should use questions with keys; see
     * {@link ReactiveMcpExchange#ask(io.mcpspring.exchange.Question)}.
     *
     * @return the request
     */
    ReactiveMcpExchange context();

    /**
     * Returns the arguments in the form in which the method gets them, not to be modified: the arguments of a tool or
     * prompt, or the variables of a resource template. For a completion, these are the value typed so far, under the
     * name of its argument, and the values that other arguments already have.
     *
     * <p>Those of a tool fit its input schema and include default values: documents and numbers in strings are
     * converted, and members and constants have the names that the schema gives them, rather than an alias or another
     * case. Constraints that a schema cannot express are checked when the method is called. Those of prompts and
     * templates are texts; numbers, booleans and constants have the text that Java gives them.
     *
     * @return the arguments
     */
    ObjectNode arguments();

    /**
     * Returns the same invocation with other arguments, to be passed to {@link McpInterceptor.Chain#proceed}. They are
     * converted and validated like those of a client; interceptors further down the chain are not called if they are
     * invalid.
     *
     * @param arguments the arguments
     * @return the copy
     * @throws McpProtocolException if the arguments of anything but a tool are not strings
     */
    McpInvocation withArguments(ObjectNode arguments);
}
