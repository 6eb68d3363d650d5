package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.contract.session.TalkingTools.Talk;
import io.mcpspring.observation.ServerState;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.TestUsers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;

/** The streams on which clients listen to events are limited in both eras together, and for each caller. */
@Timeout(60)
class ListeningStreamsTests {

    private static final String FILTER = "{\"notifications\": {\"toolsListChanged\": true}}";

    @LegacyRevisions
    void theStreamsOfAllCallersAreLimited(ProtocolVersion version) {
        TestServer server = TestServer.shared(
                TalkingTools.class, "mcp.server.http.sse.max-listening-streams=2", TestServer.DETECTS_LOST_CLIENTS);
        McpTestClient legacy = server.client(version);
        McpTestClient modern = server.client(ProtocolVersion.V2026_07_28);
        String refused =
                "Too many clients listen to events (mcp.server.http.sse.max-listening-streams); try again later";
        ServerState state = server.context().getBean(McpServer.class).parts().state();
        SessionState.until(() -> state.streams().open() == 0);
        try (EventStream get = legacy.listen();
                EventStream listen = modern.stream("subscriptions/listen", FILTER)) {
            get.next();
            listen.nextMessage();
            assertThat(state.streams().open()).isEqualTo(2);
            Answer third = server.client(version).send("GET", legacy.headers());
            assertThat(third.status()).isEqualTo(503);
            assertThat(third.header("Retry-After")).isEqualTo("5");
            assertThat(third.error().get("message").stringValue()).isEqualTo(refused);
            Answer fourth = modern.request("subscriptions/listen", FILTER);
            assertThat(fourth.errorCode()).isEqualTo(-32603);
            assertThat(fourth.error().get("message").stringValue()).isEqualTo(refused);
            assertThat(modern.call("talk", new Talk().end().arguments()).contentText())
                    .isEqualTo("done");
            assertThat(legacy.call("talk", new Talk("a").end().arguments()).messages())
                    .as("a stream")
                    .hasSize(2);
        }
        SessionState.until(() -> state.streams().open() == 0);
    }

    @LegacyRevisions
    void aCallerThatOpensTooManyStreamsLeavesThoseOfOthers(ProtocolVersion version) {
        TestServer server = TestServer.shared(
                UsersInQuery.class,
                "mcp.server.http.sse.max-listening-streams-per-caller=2",
                TestServer.DETECTS_LOST_CLIENTS);
        ServerState state = server.context().getBean(McpServer.class).parts().state();
        SessionState.until(() -> state.streams().open() == 0);
        String refused = "The caller listens to events on too many streams"
                + " (mcp.server.http.sse.max-listening-streams-per-caller); close one of them";
        List<EventStream> open = new ArrayList<>();
        try {
            open.add(opened(as("ada", server, version).listen()));
            open.add(opened(as("ada", server, ProtocolVersion.V2026_07_28).stream("subscriptions/listen", FILTER)));
            for (int flood = 0; flood < 20; flood++) {
                McpTestClient legacy = as("ada", server, version);
                Answer get = legacy.send("GET", legacy.headers());
                assertThat(get.status()).isEqualTo(429);
                assertThat(get.header("Retry-After")).isEqualTo("5");
                assertThat(get.error().get("message").stringValue()).isEqualTo(refused);
                Answer listen = as("ada", server, ProtocolVersion.V2026_07_28).request("subscriptions/listen", FILTER);
                assertThat(listen.errorCode()).isEqualTo(-32603);
                assertThat(listen.error().get("message").stringValue()).isEqualTo(refused);
            }
            assertThat(state.streams().open()).isEqualTo(2);
            open.add(opened(as("ben", server, version).listen()));
            for (int anonymous = 0; anonymous < 3; anonymous++) {
                open.add(opened(server.client(version).listen()));
            }
            open.remove(0).close();
            SessionState.until(() -> state.streams().open() == 5);
            open.add(opened(as("ada", server, version).listen()));
        } finally {
            open.forEach(EventStream::close);
        }
        SessionState.until(() -> state.streams().open() == 0);
    }

    private static McpTestClient as(String user, TestServer server, ProtocolVersion version) {
        return server.client(version, "/mcp?user=" + user);
    }

    /** Returns a stream whose response has begun. */
    private static EventStream opened(EventStream stream) {
        stream.next();
        return stream;
    }

    static class UsersInQuery {

        @McpTool
        void any() {}

        @Bean
        TestUsers users() {
            return new TestUsers(request -> {
                String query = request.getURI().getQuery();
                return query == null ? null : () -> query;
            });
        }
    }
}
