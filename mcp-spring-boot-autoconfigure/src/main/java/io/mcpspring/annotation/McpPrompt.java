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
 * application's {@code ConversionService} converts a text. {@code Optional} and {@code @Nullable} parameters are not
 * required. Other parameters are injected, as for {@link McpTool}. Values of enums and booleans are completed by
 * themselves, others by {@link McpComplete}.
 *
 * <p><b>Results.</b> A text or {@code Content} is one message of the user; a {@code PromptMessage} is itself; a collection
 * of these is a conversation; a {@code GetPromptResult} is the whole answer. Reactive types, {@code CompletionStage} and
 * {@code Optional} are unwrapped.
 *
 * <p><b>Failures.</b> A {@code McpProtocolException} reaches the client as it is; of anything else it sees an error id.
 *
 * <p>Texts may hold <code>${...}</code> placeholders.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpPrompt {

    /** The prompt's name, unique among prompts. The method's name unless given. */
    String name() default "";

    /** The name shown to people; sent from revision 2025-06-18 on. */
    String title() default "";

    /** What the prompt is for. */
    String description() default "";

    /** Icons for user interfaces; sent from revision 2025-11-25 on. */
    McpIcon[] icons() default {};

    /** The prompt's {@code _meta}, written as a JSON object; sent from revision 2025-06-18 on. */
    String meta() default "";
}
