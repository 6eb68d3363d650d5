package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.UrlElicitation;
import io.mcpspring.schema.Forms;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code elicitation/create} with the address of a web page. */
final class UrlQuestion extends Question<ElicitResult<@Nullable Void>> {

    private final Supplier<UrlElicitation> page;

    /** @param page creates the elicitation for one request */
    UrlQuestion(String key, Supplier<UrlElicitation> page) {
        super(key, Feature.ELICITATION_URL);
        this.page = page;
    }

    @Override
    InputRequest request(Forms forms, ProtocolVersion version) {
        UrlElicitation asked = page.get();
        ObjectNode params = JsonNodeFactory.instance
                .objectNode()
                .put("mode", asked.mode())
                .put("message", asked.message())
                .put("url", asked.url().toString());
        if (version.hasElicitationIds()) {
            params.put("elicitationId", asked.id());
        }
        return new InputRequest("elicitation/create", params);
    }

    @Override
    ElicitResult<@Nullable Void> read(JsonNode answer, Forms forms) {
        return choice(answer, content -> null);
    }
}
