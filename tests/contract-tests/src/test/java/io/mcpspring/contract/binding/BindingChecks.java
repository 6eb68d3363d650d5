package io.mcpspring.contract.binding;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;

/**
 * Checks of refused arguments: an error of the protocol in older revisions, a result for the model since 2025-11-25.
 */
final class BindingChecks {

    private BindingChecks() {}

    /** Fails unless the call is refused for these problems, one on each line, in this order. */
    static void assertRefused(McpTestClient client, String tool, String arguments, String... problems) {
        Answer answer = client.call(tool, arguments);
        assertThat(refusal(client.version(), answer))
                .isEqualTo("Invalid arguments for tool '" + tool + "':\n" + String.join("\n", problems));
    }

    /** Returns the text of a refusal of arguments. */
    static String refusal(ProtocolVersion version, Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        if (version.isAtLeast(ProtocolVersion.V2025_11_25)) {
            assertThat(answer.isToolError()).as(answer.text()).isTrue();
            assertThat(answer.result().get("content")).hasSize(1);
            assertThat(answer.result().has("structuredContent")).isFalse();
            return answer.contentText();
        }
        assertThat(answer.errorCode()).isEqualTo(-32602);
        return answer.error().get("message").stringValue();
    }

    /** Fails unless the call is accepted and returns this text. */
    static void assertAccepted(McpTestClient client, String tool, String arguments, String text) {
        Answer answer = client.call(tool, arguments);
        assertThat(answer.isToolError()).as(answer.text()).isFalse();
        assertThat(answer.contentText()).isEqualTo(text);
    }
}
