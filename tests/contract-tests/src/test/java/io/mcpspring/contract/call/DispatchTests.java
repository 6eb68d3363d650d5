package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.Arrays;
import java.util.List;

/** The dispatch of requests in every revision. */
class DispatchTests {

    static class Greetings {

        @McpTool(description = "Greets somebody")
        String greet(String name) {
            return "Hello, " + name + "!";
        }
    }

    private final TestServer server = TestServer.shared(Greetings.class);

    @EveryRevision
    void aToolIsListedAndCalled(ProtocolVersion version) {
        McpTestClient client = this.server.client(version);
        assertThat(client.request("tools/list", "{}")
                        .result()
                        .at("/tools/0/name")
                        .stringValue())
                .isEqualTo("greet");
        Answer answer = client.call("greet", "{\"name\": \"Ada\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.contentText()).isEqualTo("Hello, Ada!");
    }

    @EveryRevision
    void anUnknownToolIsAnError(ProtocolVersion version) {
        Answer answer = this.server.client(version).call("grete");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.errorCode()).isEqualTo(-32602);
        assertThat(answer.error().get("message").stringValue()).isEqualTo("No tool named 'grete'");
    }

    @EveryRevision
    void anUnknownMethodIsAnError(ProtocolVersion version) {
        Answer answer = this.server.client(version).request("tools/sing", "{}");
        assertThat(answer.status()).isEqualTo(version.isModern() ? 404 : 200);
        assertThat(answer.errorCode()).isEqualTo(-32601);
    }

    @EveryRevision
    void aMethodOfOtherRevisionsIsUnknown(ProtocolVersion version) {
        McpTestClient client = this.server.client(version);
        List<RequestMethod> missing = Arrays.stream(RequestMethod.values())
                .filter(method -> !method.existsIn(version))
                .toList();
        assertThat(missing)
                .isNotEmpty()
                .allSatisfy(method -> assertThat(
                                client.request(method.value(), "{}").errorCode())
                        .isEqualTo(-32601));
    }
}
