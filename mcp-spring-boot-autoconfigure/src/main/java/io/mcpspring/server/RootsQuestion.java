package io.mcpspring.server;

import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Root;
import io.mcpspring.schema.Forms;
import java.net.URI;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** {@code roots/list}. */
final class RootsQuestion extends Question<List<Root>> {

    RootsQuestion(String key) {
        super(key);
    }

    @Override
    List<Feature> needs() {
        return List.of(Feature.ROOTS);
    }

    @Override
    InputRequest request(Forms forms, ProtocolVersion version) {
        return new InputRequest("roots/list", JsonNodeFactory.instance.objectNode());
    }

    @Override
    List<Root> read(JsonNode answer, Forms forms) {
        if (!answer.path("roots").isArray()) {
            throw new MalformedAnswerException("roots is missing or no array");
        }
        return answer.get("roots").valueStream().map(RootsQuestion::root).toList();
    }

    private static Root root(JsonNode root) {
        try {
            return new Root(URI.create(root.path("uri").asString("")), root.path("name").stringValue(null));
        } catch (IllegalArgumentException ex) {
            throw new MalformedAnswerException("a root has no URI");
        }
    }
}
