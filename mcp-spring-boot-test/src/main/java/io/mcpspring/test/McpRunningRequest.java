package io.mcpspring.test;

import java.util.function.Function;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ObjectAssert;
import tools.jackson.databind.JsonNode;

/**
 * A request in progress. Its messages are read, and questions answered, while the test calls one of these methods.
 *
 * @param <R> the type of the response
 */
public final class McpRunningRequest<R extends McpTestResponse> {

    private final RequestRun run;

    private final Function<Outcome, R> reader;

    McpRunningRequest(RequestRun run, Function<Outcome, R> reader) {
        this.run = run;
        this.reader = reader;
    }

    /**
     * Waits for the next notification of the request's progress.
     *
     * @return an assertion of the notification
     * @throws AssertionError if the request ends without one
     */
    public ObjectAssert<McpTestResponse.Progress> nextProgress() {
        return Assertions.assertThat(McpTestResponse.Progress.of(next("notifications/progress")))
                .as(run.outcome()::description);
    }

    /**
     * Waits for the next log message.
     *
     * @return an assertion of the log message
     * @throws AssertionError if the request ends without one
     */
    public ObjectAssert<McpTestResponse.LogMessage> nextLog() {
        return Assertions.assertThat(McpTestResponse.LogMessage.of(next("notifications/message")))
                .as(run.outcome()::description);
    }

    /**
     * Cancels the request, in the way of the revision: by a notification in the legacy era, by closing the response in
     * the modern era. The server then does not respond.
     */
    public void cancel() {
        run.cancel();
    }

    /**
     * Waits for the response.
     *
     * @return the response
     */
    public R response() {
        return reader.apply(run.finish());
    }

    private JsonNode next(String method) {
        Deadline deadline = run.deadline("'" + method + "'");
        JsonNode message = run.next(deadline);
        while (message != null && !message.path("method").asString("").equals(method)) {
            message = run.next(deadline);
        }
        if (message == null) {
            throw run.outcome().failure("The request ended without '" + method + "'");
        }
        return message.path("params");
    }
}
