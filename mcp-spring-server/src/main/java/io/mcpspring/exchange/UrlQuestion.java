package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.UrlElicitation;
import io.mcpspring.schema.Forms;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code elicitation/create} with the address of a web page.
 *
 * @param page creates the elicitation for one request
 */
record UrlQuestion(Supplier<UrlElicitation> page) implements Question.Kind<ElicitResult<@Nullable Void>> {

    @Override
    public InputRequest request(Forms forms, ProtocolVersion version) {
        ObjectNode params = (ObjectNode) JsonValue.of(page.get()).tree();
        if (!version.hasElicitationIds()) {
            params.remove("elicitationId");
        }
        return new InputRequest("elicitation/create", params);
    }

    @Override
    public ElicitResult<@Nullable Void> read(JsonNode answer, Forms forms) {
        return Question.choice(answer, content -> null);
    }
}
