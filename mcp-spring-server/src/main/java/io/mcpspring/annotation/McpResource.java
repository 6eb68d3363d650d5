package io.mcpspring.annotation;

import io.mcpspring.protocol.Role;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Offers the return value of a bean's method as a resource, which clients can read.
 *
 * <p><b>Address.</b> A URI is the address of one resource. It must be absolute, and other characters than those of RFC
 * 3986 must be percent-encoded. A URI with variables is a template for many resources: <code>{id}</code> stands for a
 * non-empty text without slashes, question marks and number signs, <code>{+path}</code> for any non-empty text. There
 * must be something fixed between two variables. <code>{?term,limit}</code> at the end is a query whose parameters are
 * optional: the method gets {@code null} or an empty {@code Optional} for an absent one. Their order does not matter,
 * parameters of other names are ignored, and an address with a repeated parameter does not match. If several templates
 * match an address, the one with the most fixed characters serves it; a resource precedes all templates. Addresses have
 * at most 8192 characters.
 *
 * <p><b>Parameters.</b> A method parameter with the name of a variable gets its decoded value, converted by the
 * {@code ConversionService} of the application. If the value cannot be converted, the resource does not exist. The
 * parameter {@code uri} of type {@code URI} or text gets the whole address, unless a variable has that name. Other
 * parameters are injected, as for {@link McpTool}.
 *
 * <p><b>Paths.</b> A value that is appended to the path of a folder cannot lead out of it: an address does not match if
 * a decoded value contains {@code ..} as a path segment, begins with a slash or with a drive letter and a colon, or
 * contains a backslash. On Windows this includes values that name a device or a stream of a file. A value of <code>
 * {+path}</code> may contain backslashes. It may also be an absolute path if the variable does not follow a slash, or
 * follows only the slashes of the scheme, as in <code>file://{+path}</code>. Such a method must check by
 * {@code Path.toRealPath()} that the path leads to a file that its callers may read.
 *
 * <p><b>Results.</b> Text is sent as text. Bytes, a {@code ByteBuffer}, an {@code InputStream} and a Spring
 * {@code Resource} are sent as text if their media type is one of text and they are valid UTF-8, otherwise as binary
 * data. {@code ResourceContents} and {@code ReadResourceResult} are sent unchanged. A collection or array of contents,
 * bytes, buffers, streams or Spring resources is sent as several documents. Any other value is written as JSON,
 * including an empty collection, unless it is declared as one of documents. Reactive types, {@code CompletionStage} and
 * {@code Optional} are unwrapped. {@code null}, an empty {@code Optional} or {@code Mono}, an empty collection of
 * documents, a {@code java.io.FileNotFoundException} and a {@code java.nio.file.NoSuchFileException} mean that the
 * resource does not exist. A stream or a Spring {@code Resource} that is larger than
 * {@code mcp.server.resources.max-size} is an error. The application does not start with a method that never returns a
 * value, or that returns one of the types that {@link McpTool} refuses and that are not listed above.
 *
 * <p><b>Failures.</b> A {@code McpProtocolException} reaches the client unchanged. For any other exception the client
 * gets the error -32603, with the text of a {@code McpToolExceptionResolver} bean or else with the id under which the
 * failure was logged. The time limit is that of tools ({@code mcp.server.tools.timeout}). The method may ask the client
 * questions, as a tool may.
 *
 * <p>Texts may contain <code>${...}</code> placeholders.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@McpMethod
public @interface McpResource {

    /** {@return the URI of the resource, or a template of URIs; unique among resources or templates} */
    String uri();

    /** {@return the name for programs} By default the name of the method. */
    String name() default "";

    /** {@return the name shown to people} Sent from revision 2025-06-18 on. */
    String title() default "";

    /** {@return what the resource contains, for people and language models} */
    String description() default "";

    /**
     * {@return the media type} By default it follows from the result: {@code text/plain} for text,
     * {@code application/json} for JSON, for a file the type of its name, and for other binary data the type that the
     * content begins with (PNG, JPEG, GIF, WebP, AVIF, HEIC, PDF, MP3, OGG, WAV, MP4), {@code text/plain} for a file of
     * text, or else {@code application/octet-stream}.
     */
    String mimeType() default "";

    /** {@return the size in bytes, if it is fixed} Shown in the list; -1, the default, for unknown. */
    long size() default -1;

    /** {@return the audience of the resource} Not sent unless set. */
    Role[] audience() default {};

    /** {@return the importance, from 0 (optional) to 1 (required)} Not sent unless set. */
    double priority() default -1;

    /**
     * {@return the time of the last change, if it is fixed, for instance {@code 2026-07-28T12:00:00Z}} Sent from
     * revision 2025-06-18 on.
     */
    String lastModified() default "";

    /**
     * {@return the scopes that the access token of a caller needs to read and complete the resource, and to subscribe
     * to it} A caller without them sees the resource, and is asked for a token that has them. None by default.
     */
    String[] scopes() default {};

    /**
     * {@return the maximum size of what is read, such as {@code 50MB}} A larger resource is answered with the JSON-RPC
     * error -32603. By default {@code mcp.server.resources.max-size}.
     */
    String maxSize() default "";

    /**
     * {@return whether invisible characters are removed from texts} At most one value; by default
     * {@code mcp.server.output.sanitize-resources}.
     */
    boolean[] sanitize() default {};

    /**
     * {@return the rate at which each caller may use the resource, such as {@code 100/1m}} Calls beyond it are refused.
     * Needs the library Bucket4j. No limit by default; {@code mcp.server.limits.entries} takes precedence.
     */
    String rate() default "";

    /**
     * {@return the number of calls of the resource that may run at the same time} Further calls are refused. {@code 0},
     * the default, means no limit; {@code mcp.server.limits.entries} takes precedence.
     */
    int maxConcurrency() default 0;

    /** {@return the icons for user interfaces} Sent from revision 2025-11-25 on. */
    McpIcon[] icons() default {};

    /** {@return the {@code _meta} of the resource, as a JSON object} Sent from revision 2025-06-18 on. */
    String meta() default "";
}
