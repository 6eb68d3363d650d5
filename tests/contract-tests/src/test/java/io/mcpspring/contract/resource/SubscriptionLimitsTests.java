package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Subscriptions take a limited number of bytes. {@code ListenHandlerTests} checks that those of filters are counted for
 * all clients together and released.
 */
class SubscriptionLimitsTests {

    static class Items {

        @McpResource(uri = "s://items/{id}")
        String item(String id) {
            return "item " + id;
        }
    }

    private static final TestServer SERVER = TestServer.shared(Items.class, TestServer.DETECTS_LOST_CLIENTS);

    private static final SessionState REMEMBERED = new SessionState(SERVER);

    private static final long SHARE = Runtime.getRuntime().maxMemory() / 16;

    private static String address(int number, int length) {
        String start = "s://items/" + number + "-";
        return start + "x".repeat(length - start.length());
    }

    private static Answer subscribe(McpTestClient client, String uri) {
        return client.request("resources/subscribe", "{\"uri\": \"" + uri + "\"}");
    }

    private static Answer listen(String addresses) {
        return SERVER.client(ProtocolVersion.V2026_07_28)
                .request(
                        "subscriptions/listen",
                        "{\"notifications\": {\"resourceSubscriptions\": [%s]}}".formatted(addresses));
    }

    private static String addresses(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + address(i, length) + "\"")
                .collect(Collectors.joining(","));
    }

    private static void assertRefused(Answer answer, String text) {
        assertThat(answer.errorCode()).isEqualTo(-32602);
        assertThat(answer.error().get("message").stringValue()).isEqualTo(text);
    }

    @LegacyRevisions
    void theBytesOfSubscriptionsAreLimitedAndReleased(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        int subscribed = 0;
        while (subscribe(client, address(subscribed, 8_192)).json().has("result")) {
            subscribed++;
            assertThat(subscribed).isLessThan(20);
        }
        assertThat(subscribed).isEqualTo(15);
        assertRefused(
                subscribe(client, address(99, 8_192)),
                "A session must not have more than 1000 subscriptions, or URIs of more than 256 KB; unsubscribe from some"
                        + " of them first");
        assertThat(REMEMBERED.subscriptionsLeft()).isLessThan(SHARE - 200 * 1024);
        assertThat(subscribe(SERVER.client(version), address(0, 100)).result())
                .as("another session")
                .isEmpty();
        client.request("resources/unsubscribe", "{\"uri\": \"" + address(3, 8_192) + "\"}")
                .result();
        assertThat(subscribe(client, address(99, 8_192)).result()).isEmpty();
        assertThat(client.request("resources/read", "{\"uri\": \"s://items/7\"}")
                        .result()
                        .at("/contents/0/text")
                        .stringValue())
                .isEqualTo("item 7");
        long before = REMEMBERED.subscriptionsLeft();
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        assertThat(REMEMBERED.subscriptionsLeft()).isGreaterThan(before + 200 * 1024);
    }

    @LegacyRevisions
    void anAddressThatIsTooLongIsRefused(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (String method : new String[] {"resources/subscribe", "resources/unsubscribe"}) {
            assertRefused(
                    client.request(method, "{\"uri\": \"" + address(1, 8_193) + "\"}"),
                    "'uri' must be an address of at most 8192 characters");
        }
    }

    @Test
    void theSizeOfAFilterIsLimited() {
        assertRefused(
                listen("\"" + address(1, 8_193) + "\""),
                "'notifications.resourceSubscriptions' must be an address of at most 8192 characters");
        assertRefused(
                listen(addresses(1_001, 50)),
                "'notifications.resourceSubscriptions' must not have more than 1000 elements");
        assertRefused(
                listen(addresses(100, 2_000)), "'notifications' must not name more than 256 KB of resources and tasks");
        try (EventStream stream = SERVER.client(ProtocolVersion.V2026_07_28).stream(
                "subscriptions/listen",
                "{\"notifications\": {\"resourceSubscriptions\": [%s]}}".formatted(addresses(1_000, 50)))) {
            assertThat(stream.nextMessage()
                            .at("/params/notifications/resourceSubscriptions")
                            .size())
                    .isEqualTo(1_000);
        }
    }
}
