package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.UrlElicitation;
import io.mcpspring.schema.Form;
import io.mcpspring.schema.Forms;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.JsonNode;

/**
 * Something that a tool wants to know from the client's user, its language model or its files; see
 * {@link McpExchange#ask}.
 *
 * @param <A> what the answer is
 */
public abstract sealed class Question<A> permits FormQuestion, UrlQuestion, SamplingQuestion, RootsQuestion {

    private final String key;

    Question(String key) {
        if (key.isBlank()) {
            throw new IllegalArgumentException("A question has a key");
        }
        this.key = key;
    }

    /**
     * Asks the user to fill in a form. Not for passwords, keys or payment data: these belong to a web page.
     *
     * @param key names the question within the request, always the same for the same question
     * @param message what is asked, for the user
     * @param form a record of texts, numbers, booleans, enums and, from revision 2025-11-25 on, lists of enums
     */
    public static <T> Question<ElicitResult<T>> elicit(String key, String message, Class<T> form) {
        return new FormQuestion<>(key, message, forms -> forms.of(form));
    }

    /**
     * Asks the user to fill in a form whose schema is written by hand, and sent as it is.
     *
     * @param requestedSchema an object schema within the limits of the protocol: flat, of texts, numbers, booleans and
     *     choices
     */
    public static Question<ElicitResult<JsonNode>> elicit(String key, String message, JsonNode requestedSchema) {
        SingletonSupplier<Form<JsonNode>> form = SingletonSupplier.of(() -> Form.written(requestedSchema));
        return new FormQuestion<>(key, message, forms -> form.obtain());
    }

    /**
     * Asks the user to visit a web page, if the client declares that it can. That the user agrees says nothing of what
     * happens there; the page has to find out by itself who the visitor is.
     */
    public static Question<ElicitResult<Void>> elicitUrl(String key, String message, URI url) {
        UrlElicitation page = UrlElicitation.of(message, url);
        // A question may be a constant, and each request for it needs an id of its own.
        return new UrlQuestion(key, () -> UrlElicitation.of(page.message(), page.url()));
    }

    /**
     * As {@link #elicitUrl(String, String, URI)}, with an id by which the client is notified that the user is done; see
     * {@link McpRequestContext#completeElicitation}.
     */
    public static Question<ElicitResult<Void>> elicitUrl(String key, UrlElicitation elicitation) {
        return new UrlQuestion(key, () -> elicitation);
    }

    /** Asks the client's language model to continue a conversation. */
    public static Question<CreateMessageResult> sample(String key, CreateMessageRequest request) {
        return new SamplingQuestion(key, request);
    }

    /** Asks for the folders and files that the client works with. */
    public static Question<List<Root>> roots(String key) {
        return new RootsQuestion(key);
    }

    /** The name of the question within the request. */
    public final String key() {
        return key;
    }

    /** What a client must have declared to be asked this. */
    abstract List<Feature> needs();

    /** @throws McpClientCapabilityException if the revision has no words for it */
    abstract InputRequest request(Forms forms, ProtocolVersion version);

    /** @throws MalformedAnswerException if the answer is none to this question */
    abstract A read(JsonNode answer, Forms forms);

    static void requireKeys(Question<?>... round) {
        if (Arrays.stream(round).map(Question::key).distinct().count() < round.length) {
            throw new IllegalArgumentException("Each question of a round has a key of its own");
        }
    }

    final void requireFrom(Exchange exchange) {
        for (Feature feature : needs()) {
            if (!exchange.clientCapabilities().supports(feature)) {
                throw McpClientCapabilityException.notDeclared(feature);
            }
        }
    }
}
