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
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.JsonNode;

/**
 * A question to the client's user, to its language model, or about its files; see {@link McpExchange#ask(Question)} and
 * {@link InputRequired}. A question is immutable and may be a constant. The protocol may add kinds of questions.
 *
 * @param <A> the type of the answer
 */
public final class Question<A> {

    /**
     * What is asked.
     *
     * @param <A> the type of the answer
     */
    interface Kind<A> {

        /** @throws McpClientCapabilityException if the revision cannot express the question */
        InputRequest request(Forms forms, ProtocolVersion version);

        /** @throws MalformedAnswer if the answer is invalid */
        A read(JsonNode answer, Forms forms);
    }

    private final String key;

    final Kind<A> kind;

    final List<Feature> needs;

    /** @param needs the features that a client must have declared */
    private Question(String key, Kind<A> kind, Feature... needs) {
        Assert.hasText(key, "The key of a question must not be blank");
        this.key = key;
        this.kind = kind;
        this.needs = List.of(needs);
    }

    /**
     * Asks the user to fill in a form. Not for passwords, keys or payment data, for which a web page must be used.
     *
     * @param <T> the type of the form
     * @param key identifies the question within the request, always the same for the same question
     * @param message the question, for the user
     * @param form a record of texts, numbers, booleans, enums and, from revision 2025-11-25 on, lists of enums
     * @return the question
     */
    public static <T> Question<ElicitResult<T>> elicit(String key, String message, Class<T> form) {
        return new Question<>(key, new FormQuestion<>(message, forms -> forms.of(form)), Feature.ELICITATION_FORM);
    }

    /**
     * Asks the user to fill in a form whose schema is sent unchanged.
     *
     * @param key identifies the question within the request
     * @param message the question, for the user
     * @param requestedSchema an object schema within the limits of the protocol: flat, of texts, numbers, booleans and
     *     choices
     * @return the question
     */
    public static Question<ElicitResult<JsonNode>> elicit(String key, String message, JsonNode requestedSchema) {
        SingletonSupplier<Form<JsonNode>> form = SingletonSupplier.of(() -> Form.written(requestedSchema));
        return new Question<>(key, new FormQuestion<>(message, forms -> form.obtain()), Feature.ELICITATION_FORM);
    }

    /**
     * Asks the user to visit a web page; for clients that declare {@code elicitation.url}. The user's consent does not
     * mean that anything has happened there, and the page has to authenticate its visitor itself.
     *
     * @param key identifies the question within the request
     * @param message the reason, for the user
     * @param url the absolute address of the page
     * @return the question
     */
    public static Question<ElicitResult<@Nullable Void>> elicitUrl(String key, String message, URI url) {
        UrlElicitation page = UrlElicitation.of(message, url);
        // A question may be a constant, but each request for it needs a new id.
        return ofPage(key, () -> UrlElicitation.of(page.message(), page.url()));
    }

    /**
     * As {@link #elicitUrl(String, String, URI)}, with an id by which the client is notified that the user has
     * finished; see {@link McpRequestContext#completeElicitation}.
     *
     * @param key identifies the question within the request
     * @param elicitation the page
     * @return the question
     */
    public static Question<ElicitResult<@Nullable Void>> elicitUrl(String key, UrlElicitation elicitation) {
        return ofPage(key, () -> elicitation);
    }

    private static Question<ElicitResult<@Nullable Void>> ofPage(String key, Supplier<UrlElicitation> page) {
        return new Question<>(key, new UrlQuestion(page), Feature.ELICITATION_URL);
    }

    /**
     * Asks the client's language model to continue a conversation.
     *
     * @param key identifies the question within the request
     * @param request the conversation
     * @return the question
     */
    public static Question<CreateMessageResult> sample(String key, CreateMessageRequest request) {
        return new Question<>(key, new SamplingQuestion(request), SamplingQuestion.needs(request));
    }

    /**
     * Asks for the folders and files with which the client works.
     *
     * @param key identifies the question within the request
     * @return the question
     */
    public static Question<List<Root>> roots(String key) {
        return new Question<>(key, new RootsQuestion(), Feature.ROOTS);
    }

    /** {@return the key, which identifies the question within the request} */
    public String key() {
        return key;
    }

    /**
     * Reads the result of an {@code elicitation/create}.
     *
     * @param content reads the content of an accepted elicitation
     */
    static <T extends @Nullable Object> ElicitResult<T> choice(JsonNode answer, Function<JsonNode, T> content) {
        return switch (answer.path("action").asString("")) {
            case "accept" -> new ElicitResult.Accepted<>(content.apply(answer.path("content")));
            case "decline" -> new ElicitResult.Declined<>();
            case "cancel" -> new ElicitResult.Cancelled<>();
            default -> throw new MalformedAnswer("'action' must be accept, decline or cancel");
        };
    }

    static void requireKeys(Question<?>... round) {
        Assert.isTrue(
                Arrays.stream(round).map(Question::key).distinct().count() == round.length,
                "The questions of a round must have different keys");
    }

    /** An invalid answer of a client. */
    static final class MalformedAnswer extends RuntimeException {

        MalformedAnswer(String message) {
            super(message, null, false, false);
        }
    }
}
