package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Offers a method of a Spring bean to MCP clients as a tool.
 *
 * <p>The parameters become the tool's input schema; see {@link McpToolParam}. Parameters of the following kinds are
 * injected and do not appear in the schema, unless they carry {@code @McpToolParam}. The first kind that matches is
 * used:
 *
 * <ol>
 *   <li>parameters that a {@code McpParameterResolver} bean supports;
 *   <li>in a WebFlux application, {@code ServerWebExchange}, which is valid as long as the HTTP exchange lasts: a call
 *       may outlive it, if the client loses its connection or the result is a task; in a Spring MVC application,
 *       {@code HttpServletRequest}, for a blocking method without an exchange parameter that is not called as a task;
 *   <li>{@code @RequestHeader}: a header, converted by the application's conversion service; all headers as a
 *       {@code Map}, {@code MultiValueMap} or {@code HttpHeaders}. The headers are those with which the request
 *       arrived;
 *   <li>{@code @Autowired}, {@code @Qualifier} and {@code @Value}: values that the container injects; the application
 *       does not start if one cannot be resolved;
 *   <li>{@code Principal} or a subtype, the authenticated user; {@code @AuthenticationPrincipal} and
 *       {@code @CurrentSecurityContext}, as Spring Security supplies them; {@code Locale}, the language that the client
 *       prefers;
 *   <li>{@code McpExchange} or {@code ReactiveMcpExchange}, the running request; {@code McpMeta}, its {@code _meta};
 *       {@code Implementation} and {@code ClientCapabilities}, the client; {@code McpArguments}, the arguments as JSON
 *       (a method that takes it and has no arguments of its own accepts any).
 * </ol>
 *
 * <p>The application does not start with other parameters that another framework would fill, because the client could
 * otherwise choose their values: those with an annotation of {@code org.springframework.web.bind.annotation},
 * {@code org.springframework.messaging}, {@code org.springframework.security} or {@code jakarta.ws.rs}, and those of
 * types that belong to Spring Security, HTTP, servlets, streams or AWT. All other annotations have no effect, and so
 * have {@code @PathVariable}, {@code @RequestParam}, {@code @RequestBody} and {@code @RequestPart}, except in a
 * controller. A method of an HTTP interface ({@code @HttpExchange}) can be a tool, of which they describe the
 * arguments; of an error of the other server, the model gets the status alone.
 *
 * <p>{@code Pageable} and {@code Sort} of Spring Data are the arguments {@code page}, {@code size} and {@code sort},
 * with the names, defaults and limits of {@code spring.data.web.*}, {@code @PageableDefault}, {@code @SortDefault} and
 * {@code @Qualifier}.
 *
 * <p>A user, a client's name or a header that is missing is {@code null} or empty where the parameter is
 * {@code @Nullable} or {@code Optional} (or the header is not required), and otherwise ends the call with the JSON-RPC
 * error -32602.
 *
 * <p>A method that handles HTTP requests, as with {@code @GetMapping} in a controller, is called by a request that the
 * application's own {@code DispatcherServlet} or {@code DispatcherHandler} handles. What HTTP clients send as parts of
 * the request are its arguments, and the response is the result; rules of Spring Security for its path apply. The
 * paragraphs about parameters and results do not apply to it.
 *
 * <p>On a class with such methods, the annotation makes all of them tools that handle {@code GET}, except those that
 * are {@code @Deprecated}, or hidden from OpenAPI; their names are such as {@code orders_list} for
 * {@code OrdersController.list}. What it sets holds for each tool of the class, unless the method has an annotation
 * that sets something else: {@code scopes} and {@code rate}, for instance. The application does not start if it sets
 * what belongs to one tool: a name, title, description, schema or {@code confirmUnsupported}. Nor does it start if
 * another class has the annotation.
 *
 * <p>The method may be blocking, or return a reactive type or a {@link java.util.concurrent.CompletionStage}. A
 * blocking method runs on a worker thread; in a Spring MVC application, on the thread of the request, as a controller,
 * unless it has an exchange parameter or the call has become a task. A reactive one is called on the thread of the
 * request, which it must not block in a WebFlux application. A cancelled call interrupts a blocking method and cancels
 * a reactive one.
 *
 * <p>{@code Mono}, {@code Flux} (collected, up to {@code mcp.server.tools.max-collected} elements),
 * {@code CompletionStage} and {@code Optional} are unwrapped first. The elements of a {@code Flux} are counted as
 * progress if the client has requested progress, unless the method has an exchange parameter, with which it can report
 * progress itself. The result of a {@code ResponseEntity} or {@code HttpEntity} is its body; a status of 400 or more
 * makes the result an error with the body as its content. The value is then mapped by the first rule that fits:
 *
 * <ol>
 *   <li>a {@code CallToolResult} determines content, structured content and {@code _meta}; its structured content is
 *       validated, is repeated as text if there is no other content or it is not an object, and is omitted from an
 *       error;
 *   <li>no value becomes the text {@code Done.} if the method returns {@code void}, {@code Mono<Void>} and the like, or
 *       {@code Object}; for another return type it becomes the text {@code null}, or an error if the output schema does
 *       not allow {@code null};
 *   <li>{@code Content} is sent unchanged;
 *   <li>{@code byte[]}, {@code ByteBuffer}, Spring's {@code Resource} and {@code RenderedImage} become an image, audio
 *       or an embedded resource by their media type: that of the response, that of the file's name, or the one found in
 *       the content (PNG, JPEG, GIF, WebP, AVIF, HEIC, PDF, MP3, OGG, WAV, MP4); otherwise {@code text/plain} for a
 *       file of text, and {@code application/octet-stream} for other data;
 *   <li>a collection or an array whose declared element type is of the two kinds above, or which has such an element,
 *       becomes one block for each element, by these same rules; elements that are data become text, and an empty
 *       {@code Optional} becomes no block;
 *   <li>text, numbers, booleans, enums and other values that are written as a JSON scalar, such as dates, become a text
 *       block;
 *   <li>everything else (records, beans, maps, collections) becomes structured content and the same JSON as a text
 *       block.
 * </ol>
 *
 * <p>The application does not start with result types that do not contain data for clients, not even as a property of a
 * record or bean: {@code File} and {@code Path}, streams, {@code Future}, {@code Supplier} and other functions,
 * {@code Enumeration}, {@code Throwable}, types of {@code java.awt} other than {@code RenderedImage}, and those of the
 * running server, such as {@code Socket}, {@code java.sql.ResultSet} or {@code ServerHttpRequest}; nor with types of
 * other libraries for JSON or serialization, or several {@code CallToolResult}s. They are allowed if the application
 * has a serializer, a converter or a {@code @JsonValue} for them.
 *
 * <p>Whether the value is also sent as structured content, and described by an output schema, is decided by
 * {@link #structured()}.
 *
 * <p>All texts may contain <code>${...}</code> placeholders; the application does not start if one cannot be resolved.
 * May be used as a meta-annotation, with {@code @AliasFor} for its attributes.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@McpMethod
public @interface McpTool {

    /**
     * {@return the name of the tool, unique in the server: 1 to 128 characters of {@code A-Z a-z 0-9 _ - .}} By default
     * the name of the method.
     */
    String name() default "";

    /** {@return the name shown to people} Sent from revision 2025-06-18 on. */
    String title() default "";

    /** {@return what the tool does and when to use it, written for a language model} */
    String description() default "";

    /**
     * {@return whether the tool leaves its environment unchanged} Not sent unless set; at most one value, in Kotlin as
     * {@code [true]}.
     */
    boolean[] readOnlyHint() default {};

    /** {@return whether the tool may destroy or overwrite something} Not sent unless set; at most one value. */
    boolean[] destructiveHint() default {};

    /**
     * {@return whether repeating a call with the same arguments has no further effect} Not sent unless set; at most one
     * value.
     */
    boolean[] idempotentHint() default {};

    /**
     * {@return whether the tool deals with an open set of external entities} Not sent unless set; at most one value.
     */
    boolean[] openWorldHint() default {};

    /** {@return whether results are sent as structured content with an output schema} */
    Structured structured() default Structured.AUTO;

    /** {@return the type of the structured content of a method that returns a {@code CallToolResult}} */
    Class<?> outputType() default void.class;

    /**
     * {@return the location of a JSON Schema that replaces the generated input schema} Published unchanged; for
     * instance {@code classpath:schemas/order.json}.
     */
    String inputSchema() default "";

    /** {@return the location of a JSON Schema that replaces the generated output schema} Published unchanged. */
    String outputSchema() default "";

    /**
     * {@return the time limit of one call, such as {@code 5s} ({@code 5} alone is in milliseconds)} {@code 0} for none;
     * by default {@code mcp.server.tools.timeout}.
     */
    String timeout() default "";

    /** {@return whether calls that take long are answered with a task} */
    TaskSupport task() default TaskSupport.FORBIDDEN;

    /**
     * {@return the scopes that the access token of a caller needs to use the tool} A caller without them sees the tool,
     * and is asked for a token that has them. None by default.
     */
    String[] scopes() default {};

    /**
     * {@return the maximum size of the texts of a result together, and of its structured content, such as {@code 5MB}}
     * A larger result is refused with an error that the model reads, or {@linkplain #cutText cut}. By default
     * {@code mcp.server.limits.max-text-size}.
     */
    String maxTextSize() default "";

    /**
     * {@return the maximum size of the binary content of a result together, such as {@code 50MB}} A larger result is
     * refused with an error that the model reads. By default {@code mcp.server.resources.max-size}.
     */
    String maxBinarySize() default "";

    /**
     * {@return whether texts that are too large are cut, with a notice that the model reads, instead of being refused}
     * Results with structured content or documents are never cut. At most one value; by default
     * {@code mcp.server.limits.cut-text}.
     */
    boolean[] cutText() default {};

    /**
     * {@return whether invisible characters are removed from results} At most one value; by default
     * {@code mcp.server.output.sanitize}.
     */
    boolean[] sanitize() default {};

    /**
     * {@return the rate at which each caller may use the tool, such as {@code 100/1m}} Calls beyond it are refused.
     * Needs the library Bucket4j. No limit by default; {@code mcp.server.limits.entries} takes precedence.
     */
    String rate() default "";

    /**
     * {@return the number of calls of the tool that may run at the same time} Further calls are refused. {@code 0}, the
     * default, means no limit; {@code mcp.server.limits.entries} takes precedence.
     */
    int maxConcurrency() default 0;

    /**
     * {@return the tags by which a toolset contains the tool} Not sent to clients, which select tools by toolsets of
     * {@code mcp.server.toolsets}. None by default.
     */
    String[] tags() default {};

    /** {@return the icons for user interfaces} Sent from revision 2025-11-25 on. */
    McpIcon[] icons() default {};

    /** {@return the {@code _meta} of the tool, as a JSON object} */
    String meta() default "";

    /**
     * {@return the question by which the user confirms each call, such as <code>Delete order {id} and its
     * invoices?</code>} By default, calls need no confirmation.
     *
     * <p>The client asks its user after access, limits and arguments were checked, and before the method is called,
     * which only happens if the user accepts; otherwise the result is an error that the model reads. Method security
     * that depends on arguments, and the constraints of a controller, are applied when the method is called. Each call
     * is asked for anew. An answer is valid for the same user, tool and arguments; a client of 2026-07-28 can send it
     * again until {@code mcp.server.client.request-timeout} is over, and thereby make the same call again.
     *
     * <p><code>{name}</code> stands for an argument: a text in quotation marks, or another value as JSON, at most 200
     * characters of it, without invisible characters; {@code not given} if the argument is absent and has no default
     * value. The application does not start with other braces. What the question does not show, the user does not
     * confirm.
     *
     * <p>In a Spring MVC application, a call that a client up to 2025-11-25 has confirmed runs on a worker thread, so
     * that the method cannot have a parameter of type {@code HttpServletRequest}, except in a controller.
     */
    String confirm() default "";

    /** {@return what happens to a call that the user must confirm if the client cannot ask} */
    ConfirmUnsupported confirmUnsupported() default ConfirmUnsupported.REFUSE;

    /**
     * Whether the results of a tool are structured content, described by an output schema. Revision 2025-03-26 has no
     * structured content: its clients get the text alone.
     */
    enum Structured {

        /**
         * Depends on the return type: structured for records, beans, maps, collections and arrays; not for text,
         * numbers, booleans, enums and other types that JSON writes as one of these, binary data, {@code Content} and
         * {@code Object}.
         */
        AUTO,

        /** Structured, also for types such as a number. */
        ALWAYS,

        /** Text only. */
        NEVER
    }

    /**
     * Whether calls of a tool may be answered with a task, whose result the client asks for later (extension
     * {@code io.modelcontextprotocol/tasks}, in the modern era). The protocol may add constants.
     */
    enum TaskSupport {

        /** Calls are answered with their result. */
        FORBIDDEN,

        /**
         * Calls of clients with the extension are answered with a task, unless they are finished at once; other clients
         * wait.
         */
        OPTIONAL,

        /** As {@link #OPTIONAL}, but modern clients without the extension are refused; legacy clients wait. */
        REQUIRED
    }

    /**
     * What happens to a call that {@linkplain #confirm() the user must confirm} if the client did not declare
     * {@code elicitation}, which all revisions allow.
     */
    enum ConfirmUnsupported {

        /**
         * The call is refused: with the JSON-RPC error -32021 in 2026-07-28, and with an error that the model reads in
         * the revisions before.
         */
        REFUSE,

        /** The method is called without a confirmation. */
        CALL
    }
}
