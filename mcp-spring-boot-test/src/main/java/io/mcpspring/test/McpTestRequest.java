package io.mcpspring.test;

import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Role;
import java.net.URI;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.Assert;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that a test describes and sends. Created by {@link McpTester}.
 *
 * @param <R> the type of the response
 */
public final class McpTestRequest<R extends McpTestResponse> {

    private final ProtocolClient client;

    private final String method;

    private final Function<Outcome, R> reader;

    private final ObjectNode params = ProtocolClient.object();

    private final HttpHeaders headers = new HttpHeaders();

    private final QuestionHandlers handlers;

    McpTestRequest(ProtocolClient client, String method, Function<Outcome, R> reader) {
        this.client = client;
        this.method = method;
        this.reader = reader;
        this.handlers = new QuestionHandlers(client.settings());
    }

    /**
     * Adds an argument of a tool or a prompt. For completion it is an argument that the user has already chosen, which
     * clients send from revision 2025-06-18 on.
     *
     * @param name the name of the argument
     * @param value any value that the {@code JsonMapper} can write, such as a text, a number, a list or a record
     * @return this request
     */
    public McpTestRequest<R> argument(String name, @Nullable Object value) {
        arguments().set(name, mapper().valueToTree(value));
        return this;
    }

    /**
     * Adds arguments of a tool or a prompt.
     *
     * @param arguments a map, a record or any other object that is written as a JSON object
     * @return this request
     */
    public McpTestRequest<R> arguments(Object arguments) {
        JsonNode json = mapper().valueToTree(arguments);
        Assert.isTrue(json.isObject(), () -> "The arguments must be a JSON object: " + json);
        arguments().setAll((ObjectNode) json);
        return this;
    }

    /**
     * Adds arguments of a tool or a prompt, given as JSON.
     *
     * @param json a JSON object
     * @return this request
     */
    public McpTestRequest<R> argumentsAsJson(String json) {
        return arguments(mapper().readTree(json));
    }

    /**
     * Sets a parameter of the request itself.
     *
     * @param name the name of the parameter
     * @param value any value that the {@code JsonMapper} can write
     * @return this request
     */
    public McpTestRequest<R> param(String name, @Nullable Object value) {
        params.set(name, mapper().valueToTree(value));
        return this;
    }

    /**
     * Sets a member of the request's {@code _meta}.
     *
     * @param name the name of the member
     * @param value any value that the {@code JsonMapper} can write
     * @return this request
     */
    public McpTestRequest<R> meta(String name, @Nullable Object value) {
        params.withObjectProperty("_meta").set(name, mapper().valueToTree(value));
        return this;
    }

    /**
     * Adds an HTTP header to this request; headers of all requests are set by {@link McpTester#mutate()}.
     *
     * @param name the name of the header
     * @param value the value
     * @return this request
     */
    public McpTestRequest<R> header(String name, String value) {
        headers.add(name, value);
        return this;
    }

    /**
     * Answers the forms and web pages that the server shows to the user during this request.
     *
     * @param user returns the answer to each of them, for instance {@code form -> form.accept(Map.of("seats", 2))}
     * @return this request
     */
    public McpTestRequest<R> onElicitation(Function<Elicitation, ElicitResult<?>> user) {
        handlers.put("elicitation/create", params -> json(user.apply(Elicitation.of(params))));
        return this;
    }

    /**
     * Answers the requests of the server to the language model during this request.
     *
     * @param model returns the answer to each of them, for instance {@code question -> question.reply("Yes")}
     * @return this request
     */
    public McpTestRequest<R> onSampling(Function<Sampling, CreateMessageResult> model) {
        handlers.put("sampling/createMessage", params -> json(model.apply(new Sampling(params))));
        return this;
    }

    /**
     * Sets the roots of the client, which the server may ask for during this request.
     *
     * @param roots the roots, {@code file:} URIs
     * @return this request
     */
    public McpTestRequest<R> roots(URI... roots) {
        ObjectNode result = ProtocolClient.object();
        ArrayNode list = result.putArray("roots");
        for (URI root : roots) {
            list.addObject().put("uri", root.toString());
        }
        handlers.put("roots/list", params -> result);
        return this;
    }

    /**
     * Sends the request, answers the questions of the server, and waits for the response.
     *
     * @return the response
     * @throws AssertionError if the server does not answer in time, asks a question that the test does not answer, or
     *     sends a message that does not conform to the schema of the revision
     */
    public R execute() {
        return start().response();
    }

    /**
     * Sends the request without waiting for the response, for instance to cancel it.
     *
     * @return the request in progress
     */
    public McpRunningRequest<R> start() {
        ObjectNode sent = params.deepCopy();
        ObjectNode meta = sent.withObjectProperty("_meta");
        if (!meta.has("progressToken")) {
            meta.put("progressToken", client.progressToken());
        }
        return new McpRunningRequest<>(new RequestRun(client, method, sent, headers, handlers), reader);
    }

    private ObjectNode arguments() {
        return switch (method) {
            case "tools/call", "prompts/get" -> params.withObjectProperty("arguments");
            case "completion/complete" -> params.withObjectProperty("context").withObjectProperty("arguments");
            default -> throw new IllegalStateException("'" + method + "' has no arguments: use param");
        };
    }

    private JsonMapper mapper() {
        return client.settings().mapper();
    }

    private JsonNode json(ElicitResult<?> result) {
        ObjectNode json = ProtocolClient.object();
        if (result instanceof ElicitResult.Accepted<?> accepted) {
            json.put("action", "accept");
            if (accepted.value() != null) {
                json.set("content", mapper().valueToTree(accepted.value()));
            }
            return json;
        }
        return json.put("action", result instanceof ElicitResult.Declined ? "decline" : "cancel");
    }

    private JsonNode json(CreateMessageResult result) {
        ObjectNode json = JsonMapper.shared().valueToTree(result);
        JsonNode blocks = json.get("content");
        if (blocks.size() == 1) {
            json.set("content", blocks.get(0));
        }
        return json;
    }

    /**
     * The server's question to the user, a form or a web page.
     *
     * @param message the text for the user
     * @param requestedSchema the JSON Schema of the form; {@code null} for a web page
     * @param url the address of the web page; {@code null} for a form
     */
    public record Elicitation(
            String message,
            @Nullable JsonNode requestedSchema,
            @Nullable String url) {

        static Elicitation of(JsonNode params) {
            return new Elicitation(
                    params.get("message").stringValue(),
                    params.get("requestedSchema"),
                    params.path("url").stringValue(null));
        }

        /**
         * Answers as a user who agrees to visit the web page.
         *
         * @return the answer
         */
        // Outside of JSpecify mode, NullAway does not see that the type of the value allows null.
        @SuppressWarnings("NullAway")
        public ElicitResult<@Nullable Object> accept() {
            return new ElicitResult.Accepted<>(null);
        }

        /**
         * Answers as a user who fills in the form.
         *
         * @param form the values: a map, or a record or any other object that is written as a JSON object with the
         *     names of the form; {@code @McpToolParam(name = ...)} names only what is read
         * @return the answer
         */
        public ElicitResult<@Nullable Object> accept(Object form) {
            return new ElicitResult.Accepted<>(form);
        }

        /**
         * Answers as a user who declines.
         *
         * @return the answer
         */
        public ElicitResult<@Nullable Object> decline() {
            return new ElicitResult.Declined<>();
        }

        /**
         * Answers as a user who closes the form or page without a choice.
         *
         * @return the answer
         */
        public ElicitResult<@Nullable Object> cancel() {
            return new ElicitResult.Cancelled<>();
        }
    }

    /**
     * The server's request to the language model of the client.
     *
     * @param params the parameters of {@code sampling/createMessage}
     */
    public record Sampling(JsonNode params) {

        /**
         * Returns the texts of the last message, each on a line of its own.
         *
         * @return the texts
         */
        public String text() {
            JsonNode messages = params.path("messages");
            JsonNode content = messages.path(messages.size() - 1).path("content");
            Stream<JsonNode> blocks = content.isArray() ? content.valueStream() : Stream.of(content);
            return blocks.filter(block -> block.has("text"))
                    .map(block -> block.get("text").stringValue())
                    .collect(Collectors.joining("\n"));
        }

        /**
         * Answers as a model that replies with a text.
         *
         * @param text the reply
         * @return the answer
         */
        public CreateMessageResult reply(String text) {
            return new CreateMessageResult(Role.ASSISTANT, List.of(Content.text(text)), "test-model", "endTurn");
        }
    }
}
