package io.mcpspring.completion;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpComplete;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.EntryFeature;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.RefusedMethods;
import io.mcpspring.method.TextArgument;
import io.mcpspring.method.TextArguments;
import io.mcpspring.protocol.CompleteResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import io.mcpspring.server.RequiredMembers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds the methods that propose values for arguments, and serves them. */
@Internal
public final class CompletionFeature implements Feature {

    private final EntryFeature<?, ?> prompts;

    private final EntryFeature<?, ?> templates;

    private final EntryContext context;

    private volatile Map<ArgumentReference, CompletionMethod> methods = Map.of();

    /** @param templates the resource templates */
    public CompletionFeature(EntryFeature<?, ?> prompts, EntryFeature<?, ?> templates, EntryContext context) {
        this.prompts = prompts;
        this.templates = templates;
        this.context = context;
    }

    @Override
    public boolean isOffered() {
        return prompts.isOffered() || templates.isOffered();
    }

    /** Returns the entries to which the argument belongs. */
    private EntryFeature<?, ?> entries(ArgumentReference reference) {
        return reference.type().equals(ArgumentReference.PROMPT) ? prompts : templates;
    }

    /**
     * Returns the values that the type of an argument defines, which may be none; {@code null} if there is no such
     * argument.
     */
    private @Nullable List<String> values(ArgumentReference reference) {
        Map<String, TextArgument> arguments = entries(reference).arguments(reference.key());
        TextArgument argument = arguments == null ? null : arguments.get(reference.argument());
        return argument == null ? null : argument.values();
    }

    @Override
    public Map<RequestMethod, McpRequestHandler> handlers(RequiredMembers required) {
        return Map.of(RequestMethod.COMPLETE, this::complete);
    }

    private Mono<CompleteResult> complete(ObjectNode params, Exchange exchange) {
        ArgumentReference reference = reference(params);
        String text = RequestParams.text(params.path("argument"), "value", "'argument.value'");
        JsonNode known = RequestParams.optionalObject(params, "context");
        TypedValue typed = new TypedValue(text, TextArguments.of(RequestParams.optionalObject(known, "arguments")));
        return entries(reference)
                .admit(reference.key(), exchange, () -> Completer.unknown(reference))
                .then(Mono.defer(() -> complete(reference, typed, exchange)));
    }

    private Mono<CompleteResult> complete(ArgumentReference reference, TypedValue typed, Exchange exchange) {
        List<String> values = values(reference);
        if (values == null) {
            return Mono.error(Completer.unknown(reference));
        }
        Completer completer = new Completer(reference, methods.get(reference), values);
        return context.invocations().invoke(completer, reference.key(), typed, exchange);
    }

    private static ArgumentReference reference(ObjectNode params) {
        JsonNode ref = params.path("ref");
        String type = RequestParams.text(ref, "type", "'ref.type'");
        String key = switch (type) {
            case ArgumentReference.PROMPT -> RequestParams.text(ref, "name", "'ref.name'");
            case ArgumentReference.RESOURCE -> RequestParams.text(ref, "uri", "'ref.uri'");
            default -> throw McpProtocolException.invalidParams("'ref.type' must be 'ref/prompt' or 'ref/resource'");
        };
        return new ArgumentReference(type, key, RequestParams.text(params.path("argument"), "name", "'argument.name'"));
    }

    @Override
    public void addCapabilities(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        capabilities.offer("completions");
    }

    @Override
    public void discover() {
        Map<ArgumentReference, CompletionMethod> found = new HashMap<>();
        RefusedMethods refused = new RefusedMethods();
        context.annotatedMethods().with(McpComplete.class, refused, method -> {
            ArgumentReference reference = reference(method, context.texts(method));
            if (values(reference) == null) {
                throw method.refused(
                        "It completes " + reference + ", which does not exist.",
                        "Name a prompt and one of its arguments, or a template exactly as it is declared and one of"
                                + " its variables.");
            }
            put(found, reference, CompletionMethod.of(method, context.calls().get()));
        });
        refused.collect(() -> context.annotatedMethods()
                .beans(CompletionSource.class)
                .forEach(source -> refused.collect(() -> putAll(found, source))));
        refused.throwFirst();
        this.methods = Map.copyOf(found);
    }

    private void putAll(Map<ArgumentReference, CompletionMethod> found, CompletionSource source) {
        ArgumentReference any = source.reference("");
        Map<String, TextArgument> arguments = entries(any).arguments(any.key());
        if (arguments == null) {
            throw source.work()
                    .refused(
                            "It completes arguments of '" + any.key() + "', which does not exist.",
                            "Name a prompt, or a template exactly as it is declared.");
        }
        BoundMethod.Calls calls = context.calls().get();
        for (String argument : arguments.keySet()) {
            put(found, source.reference(argument), CompletionMethod.of(source, argument, calls));
        }
    }

    private static void put(
            Map<ArgumentReference, CompletionMethod> found, ArgumentReference reference, CompletionMethod method) {
        CompletionMethod other = found.put(reference, method);
        if (other != null) {
            throw method.method()
                    .refused(
                            "Another method completes " + reference + ": "
                                    + other.method().describe() + ".",
                            "Remove one of them.");
        }
    }

    private static ArgumentReference reference(AnnotatedBeanMethod<McpComplete> method, AnnotationTexts texts) {
        String prompt = texts.text(method.annotation().prompt());
        String uri = texts.text(method.annotation().uri());
        if ((prompt == null) == (uri == null)) {
            throw method.refused(
                    "Its annotation does not name either a prompt or a resource template.",
                    "Declare either @McpComplete(prompt = \"...\") or @McpComplete(uri = \"...\").");
        }
        String argument = texts.text(method.annotation().argument());
        String name = argument == null ? method.name() : argument;
        return prompt == null
                ? new ArgumentReference(ArgumentReference.RESOURCE, uri, name)
                : new ArgumentReference(ArgumentReference.PROMPT, prompt, name);
    }
}
