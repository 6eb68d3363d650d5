package io.mcpspring.test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A stream on which the server notifies its client of changes: the stream of the session in the legacy era, the request
 * {@code subscriptions/listen} in the modern era. Opened by {@link McpTester#listen}. Its methods wait for a
 * notification, and skip others that precede it. They fail if it does not arrive within the
 * {@linkplain McpTester.Builder#timeout timeout}.
 */
public final class McpTestStream implements AutoCloseable {

    private final TesterSettings settings;

    private final Function<Deadline, @Nullable JsonNode> messages;

    private final Runnable close;

    private final List<JsonNode> received = new ArrayList<>();

    private McpTestStream(TesterSettings settings, Function<Deadline, @Nullable JsonNode> messages, Runnable close) {
        this.settings = settings;
        this.messages = messages;
        this.close = close;
    }

    static McpTestStream open(ProtocolClient client, List<String> resources) {
        return client.hasSession() ? ofSession(client, resources) : listening(client, resources);
    }

    private static McpTestStream ofSession(ProtocolClient client, List<String> resources) {
        HttpReply reply = client.listen();
        if (reply.status() != 200) {
            throw new AssertionError("The server refused the stream with the status " + reply.status());
        }
        resources.forEach(uri ->
                client.result("resources/subscribe", ProtocolClient.object().put("uri", uri)));
        return new McpTestStream(
                client.settings(),
                deadline -> {
                    JsonNode message = reply.next(deadline);
                    if (message != null) {
                        ProtocolSchemas.checkReceived(client.version(), null, message);
                    }
                    return message;
                },
                reply::cancel);
    }

    private static McpTestStream listening(ProtocolClient client, List<String> resources) {
        ObjectNode params = ProtocolClient.object();
        ObjectNode filter = params.putObject("notifications");
        for (String list : List.of("tools", "prompts", "resources")) {
            filter.put(list + "ListChanged", true);
        }
        if (!resources.isEmpty()) {
            resources.forEach(filter.putArray("resourceSubscriptions")::add);
        }
        RequestRun run = client.run("subscriptions/listen", params);
        McpTestStream stream = new McpTestStream(client.settings(), run::next, run::cancel);
        JsonNode granted = stream.await("notifications/subscriptions/acknowledged", acknowledged -> true);
        List<String> offered = granted.at("/notifications/resourceSubscriptions")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
        if (!offered.containsAll(resources)) {
            stream.close();
            throw new AssertionError("The server offers no updates of some of these resources: " + resources
                    + System.lineSeparator() + "Acknowledged: " + granted);
        }
        return stream;
    }

    /**
     * Waits until the server notifies the client that the list of tools has changed.
     *
     * @return this stream
     */
    public McpTestStream awaitToolsChanged() {
        return awaitChange("tools");
    }

    /**
     * Waits until the server notifies the client that the list of prompts has changed.
     *
     * @return this stream
     */
    public McpTestStream awaitPromptsChanged() {
        return awaitChange("prompts");
    }

    /**
     * Waits until the server notifies the client that a list of resources or resource templates has changed.
     *
     * @return this stream
     */
    public McpTestStream awaitResourcesChanged() {
        return awaitChange("resources");
    }

    /**
     * Waits until the server notifies the client that a resource has changed.
     *
     * @param uri the URI of the resource, one of those that were given when the stream was opened
     * @return this stream
     */
    public McpTestStream awaitUpdate(String uri) {
        await(
                "notifications/resources/updated",
                params -> params.path("uri").asString("").equals(uri));
        return this;
    }

    private McpTestStream awaitChange(String list) {
        await("notifications/" + list + "/list_changed", params -> true);
        return this;
    }

    private JsonNode await(String method, Predicate<JsonNode> condition) {
        Deadline deadline = settings.deadline("'" + method + "'");
        for (JsonNode message = messages.apply(deadline); message != null; message = messages.apply(deadline)) {
            received.add(message);
            if (message.path("method").asString("").equals(method) && condition.test(message.path("params"))) {
                return message.path("params");
            }
        }
        throw new AssertionError("The stream ended without '" + method + "'. Received: " + received);
    }

    /**
     * Returns the notifications that have been read from the stream so far.
     *
     * @return the notifications, each with {@code method}, and {@code params} if it has any
     */
    public List<JsonNode> received() {
        return List.copyOf(received);
    }

    /** Closes the stream. */
    @Override
    public void close() {
        close.run();
    }
}
