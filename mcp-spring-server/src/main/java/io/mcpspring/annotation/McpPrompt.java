package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Offers a bean's method as a prompt: messages with which a user can begin a conversation.
 *
 * <p><b>Parameters.</b> Arguments of prompts are texts; the method takes them as such or as any type to which the
 * application's {@code ConversionService} converts a text; see {@link McpPromptParam}. A collection or array takes
 * {@code 1,2,3} and the JSON array {@code [1,2,3]}; the constants of an enum may be in upper or lower case.
 * {@code Optional} and {@code @Nullable} parameters are not required. Other parameters are injected, as for
 * {@link McpTool}, except {@code McpArguments}. A request whose arguments are missing, unknown or of another type ends
 * with the JSON-RPC error -32602, which names the argument. Enums and booleans are completed automatically, other types
 * by {@link McpComplete}.
 *
 * <p><b>Results.</b> A text or {@code Content} is one message of the user; a {@code PromptMessage} is sent unchanged; a
 * collection or an array of these is a conversation; a {@code GetPromptResult} is the whole answer. {@code Mono},
 * {@code Flux} (collected), {@code CompletionStage} and {@code Optional} are unwrapped first. The application does not
 * start if the values of the return type cannot be any of these.
 *
 * <p><b>Failures.</b> A {@code McpProtocolException} reaches the client unchanged. For any other exception the client
 * gets the error -32603, with the text of a {@code McpToolExceptionResolver} bean or else with the id under which the
 * failure was logged. For {@code null} it gets the error -32602.
 *
 * <p>Threads, the time limit ({@code mcp.server.tools.timeout}) and the limit of a {@code Flux} are those of tools.
 *
 * <p>Texts may contain <code>${...}</code> placeholders; the application does not start if one cannot be resolved. May
 * be used as a meta-annotation, with {@code @AliasFor} for its attributes.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@McpMethod
public @interface McpPrompt {

    /**
     * {@return the name of the prompt, unique among prompts} By default the name of the method. Any text is allowed,
     * but many clients offer prompts as commands, so that letters, digits, {@code _} and {@code -} are recommended.
     */
    String name() default "";

    /** {@return the name shown to people} Sent from revision 2025-06-18 on. */
    String title() default "";

    /** {@return the purpose of the prompt, written for the people who choose it} */
    String description() default "";

    /**
     * {@return the scopes that the access token of a caller needs to use the prompt and its completions} A caller
     * without them sees the prompt, and is asked for a token that has them. None by default.
     */
    String[] scopes() default {};

    /**
     * {@return the rate at which each caller may use the prompt, such as {@code 100/1m}} Calls beyond it are refused.
     * Needs the library Bucket4j. No limit by default; {@code mcp.server.limits.entries} takes precedence.
     */
    String rate() default "";

    /**
     * {@return the number of calls of the prompt that may run at the same time} Further calls are refused. {@code 0},
     * the default, means no limit; {@code mcp.server.limits.entries} takes precedence.
     */
    int maxConcurrency() default 0;

    /** {@return the icons for user interfaces} Sent from revision 2025-11-25 on. */
    McpIcon[] icons() default {};

    /** {@return the {@code _meta} of the prompt, as a JSON object} Sent from revision 2025-06-18 on. */
    String meta() default "";
}
