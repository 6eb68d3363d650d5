package io.mcpspring.annotation;

import io.mcpspring.protocol.Role;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Offers what a bean's method returns as a resource: something that clients may read.
 *
 * <p><b>Address.</b> A URI, with everything encoded that RFC 3986 does not have in one, is one resource. A URI with
 * variables is a template for many: <code>{id}</code> stands for a text without slashes, <code>{+path}</code> for one
 * that may have some; neither is ever empty. <code>{?term,limit}</code> at the end is a query whose parameters may each
 * be absent, for which the method gets {@code null} or an empty {@code Optional}; they may have any order, parameters
 * of other names are ignored, and an address that has one twice does not match. Of several templates that fit an
 * address, the one of which most is fixed gets it, and a resource before any template. A method parameter with the name
 * of a variable gets its decoded value, converted by the application's {@code ConversionService}; an address with a
 * value that cannot be converted is that of no resource. Addresses have at most 8192 characters. The parameter
 * {@code uri} of type {@code URI} or text gets the address itself, if no variable has that name. Other parameters are
 * injected, as for {@link McpTool}.
 *
 * <p><b>Paths.</b> What is appended to a folder's path stays below it: no resource has an address with a value that
 * contains {@code ..} between slashes, begins with a slash or with a drive letter and a colon, or contains a backslash,
 * however encoded. On Windows this includes values that name a device or a stream of a file. A <code>{+path}</code> may
 * contain backslashes, and it may be an absolute path where no slash stands before it, or only those of the scheme as
 * in <code>file://{+path}</code>: such a method has to check by {@code Path.toRealPath()} that the path leads to where
 * its callers may read.
 *
 * <p><b>Results.</b> A text is text. Bytes, a {@code ByteBuffer}, an {@code InputStream} and a Spring {@code Resource}
 * are text if the media type is one of text and they are UTF-8, otherwise binary. {@code ResourceContents} and
 * {@code ReadResourceResult} are sent as they are. A collection or array of contents, bytes, buffers, streams or Spring
 * resources is several documents. Any other value is written as JSON, including an empty collection. Reactive types,
 * {@code CompletionStage} and {@code Optional} are unwrapped. {@code null} and an empty {@code Optional} or
 * {@code Mono} mean that there is no such resource, as does a {@code java.io.FileNotFoundException} or
 * {@code java.nio.file.NoSuchFileException}. A stream or a Spring {@code Resource} is read up to
 * {@code mcp.server.resources.max-size}; a larger one is an error.
 *
 * <p><b>Failures.</b> A {@code McpProtocolException} reaches the client as it is; for any other exception the client
 * gets an error id. The time limit is that of tools ({@code mcp.server.tools.timeout}). The client may be asked, as in
 * a tool.
 *
 * <p>Texts may hold <code>${...}</code> placeholders.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
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
     * content begins with (PNG, JPEG, GIF, WebP, PDF, MP3, OGG, WAV, MP4), or else {@code application/octet-stream}.
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

    /** {@return the icons for user interfaces} Sent from revision 2025-11-25 on. */
    McpIcon[] icons() default {};

    /** {@return the {@code _meta} of the resource, as a JSON object} Sent from revision 2025-06-18 on. */
    String meta() default "";
}
