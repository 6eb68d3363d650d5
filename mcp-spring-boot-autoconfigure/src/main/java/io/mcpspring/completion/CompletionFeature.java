package io.mcpspring.completion;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpComplete;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.server.McpRequestHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.springframework.context.ConfigurableApplicationContext;

/** The door of this package: finds the methods that propose values, and serves them. */
@Internal
public final class CompletionFeature {

    private CompletionFeature() {}

    /**
     * The handler of {@code completion/complete}.
     *
     * @param offered whether there is anything that has arguments
     */
    public static McpRequestHandler<?> handler(Completers completers, BooleanSupplier offered) {
        return new CompleteHandler(completers, offered);
    }

    /**
     * Finds the methods; to be called once, when prompts and resources are known.
     *
     * @throws io.mcpspring.method.McpMethodException if one of them cannot be served
     */
    public static void discover(
            Completers completers, ConfigurableApplicationContext application, BoundMethod.Calls calls) {
        Map<Subject, Completer> found = new HashMap<>();
        for (AnnotatedBeanMethod<McpComplete> method :
                AnnotatedMethods.find(application.getBeanFactory(), McpComplete.class)) {
            Subject subject = subject(
                    method, new AnnotationTexts(method, application.getEnvironment()::resolveRequiredPlaceholders));
            check(subject, completers, method);
            Completer other = found.put(subject, new Completer(method, calls));
            if (other != null) {
                throw method.refused(
                        "Another method completes " + subject + ": "
                                + other.method().describe() + ".",
                        "Remove one of them.");
            }
        }
        completers.start(found);
    }

    private static Subject subject(AnnotatedBeanMethod<McpComplete> method, AnnotationTexts texts) {
        String prompt = texts.text(method.annotation().prompt());
        String uri = texts.text(method.annotation().uri());
        if ((prompt == null) == (uri == null)) {
            throw method.refused(
                    prompt == null
                            ? "It does not say for what it proposes values."
                            : "It says twice for what it proposes values.",
                    "Give either @McpComplete(prompt = \"...\") or @McpComplete(uri = \"...\").");
        }
        String argument = texts.text(method.annotation().argument());
        String name = argument == null ? method.method().getName() : argument;
        return prompt == null ? new Subject(Subject.RESOURCE, uri, name) : new Subject(Subject.PROMPT, prompt, name);
    }

    private static void check(Subject subject, Completers completers, AnnotatedBeanMethod<McpComplete> method) {
        try {
            completers.values(subject);
        } catch (McpProtocolException ex) {
            throw method.refused(
                    "It completes " + subject + ", which does not exist.",
                    "Name a prompt and one of its arguments, or a template as it is written at the resource and one of"
                            + " its variables.");
        }
    }
}
