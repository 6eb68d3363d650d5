package io.mcpspring.contract.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON that an application has written itself, with line breaks in it, does not end an event. */
class RawJsonTests {

    record Raw(@JsonRawValue Object json) {}

    static class Tools {

        @McpTool(description = "Returns JSON as the application has it")
        Raw raw(McpExchange exchange) {
            exchange.log(LoggingLevel.ALERT, new Raw("{\"a\":\n\n1}"));
            return new Raw("{\r\n\r\n\"b\":\r\r[2,\n3]}");
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    @EveryRevision
    void lineBreaksInRawJsonDoNotEndTheEvent(ProtocolVersion version) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", "raw");
        params.putObject("_meta").put("io.modelcontextprotocol/logLevel", "alert");
        Answer answer = SERVER.client(version).request("tools/call", params);
        assertThat(answer.isStream()).isTrue();
        assertThat(answer.notifications("notifications/message")
                        .get(0)
                        .at("/params/data/json/a")
                        .intValue())
                .isEqualTo(1);
        assertThat(JsonMapper.shared()
                        .readTree(answer.contentText())
                        .at("/json/b/1")
                        .intValue())
                .isEqualTo(3);
        assertThat(answer.messages()).hasSize(2);
    }
}
