package io.mcpspring.server;

import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.schema.Forms;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code elicitation/create} with the address of a web page. */
final class UrlQuestion extends Question<Elicited<Void>> {

    private final String message;

    private final URI url;

    UrlQuestion(String key, String message, URI url) {
        super(key);
        if (!url.isAbsolute()) {
            throw new IllegalArgumentException("The address of the web page must be absolute: " + url);
        }
        this.message = message;
        this.url = url;
    }

    @Override
    List<Feature> needs() {
        return List.of(Feature.ELICITATION_URL);
    }

    @Override
    InputRequest request(Forms forms, ProtocolVersion version) {
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("mode", "url").put("message", message)
                .put("url", url.toString());
        if (!version.isModern()) {
            params.put("elicitationId", UUID.randomUUID().toString());
        }
        return new InputRequest("elicitation/create", params);
    }

    @Override
    Elicited<Void> read(JsonNode answer, Forms forms) {
        return ElicitAnswer.read(answer, content -> new Elicited.Accepted<>(Optional.empty()));
    }
}
