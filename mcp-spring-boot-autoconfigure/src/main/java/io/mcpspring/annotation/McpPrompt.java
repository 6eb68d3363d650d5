package io.mcpspring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Offers a bean's method as a prompt: messages that a user chooses to begin a conversation with.
 *
 * <p><b>Parameters.</b> Arguments of prompts are texts; the method takes them as such or as any type to which the
 * application's {@code ConversionService} converts a text; see {@link McpPromptParam}. A collection or array takes
 * {@code 1,2,3} and the JSON array {@code [1,2,3]}; the constants of an enum are known in any case. {@code Optional}
 * and {@code @Nullable} parameters are not required. Other parameters are injected, as for {@link McpTool}, except
 * {@code McpArguments}. A request whose arguments are missing, unknown or of another type ends with the JSON-RPC error
 * -32602, which names the argument. Values of enums and booleans are completed by themselves, others by
 * {@link McpComplete}.
 *
 * <p><b>Results.</b> A text or {@code Content} is one message of the user; a {@code PromptMessage} is itself; a
 * collection or an array of these is a conversation; a {@code GetPromptResult} is the whole answer. {@code Mono},
 * {@code Flux} (collected), {@code CompletionStage} and {@code Optional} are unwrapped first.
 *
 * <p><b>Failures.</b> A {@code McpProtocolException} reaches the client as it is; of anything else, {@code null}
 * included, it sees the error -32603 with the id under which the failure was logged.
 *
 * <p>Threads, the time limit ({@code mcp.server.tools.timeout}) and the limit of a {@code Flux} are those of tools.
 *
 * <p>Texts may hold <code>${...}</code> placeholders; one that cannot be resolved stops the start of the application.
 * May be used as a meta-annotation, with {@code @AliasFor} for its attributes.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpPrompt {

    /**
     * The prompt's name, unique among prompts; the method's name unless given. May be any text, but many clients make
     * commands of names, so letters, digits, {@code _} and {@code -} are the safe choice.
     */
    String name() default "";

    /** The name shown to people; sent from revision 2025-06-18 on. */
    String title() default "";

    /** What the prompt is for, written for the people who choose it. */
    String description() default "";

    /** Icons for user interfaces; sent from revision 2025-11-25 on. */
    McpIcon[] icons() default {};

    /** The prompt's {@code _meta}, written as a JSON object; sent from revision 2025-06-18 on. */
    String meta() default "";
}
