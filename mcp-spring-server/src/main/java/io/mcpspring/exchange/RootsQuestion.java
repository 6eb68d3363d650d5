package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Root;
import io.mcpspring.schema.Forms;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** {@code roots/list}. */
final class RootsQuestion extends Question<List<Root>> {

    RootsQuestion(String key) {
        super(key, Feature.ROOTS);
    }

    @Override
    InputRequest request(Forms forms, ProtocolVersion version) {
        return new InputRequest("roots/list", JsonNodeFactory.instance.objectNode());
    }

    @Override
    List<Root> read(JsonNode answer, Forms forms) {
        if (!answer.path("roots").isArray()) {
            throw new MalformedAnswer("'roots' must be an array");
        }
        return answer.get("roots").valueStream().map(RootsQuestion::root).toList();
    }

    private static Root root(JsonNode root) {
        try {
            URI uri = new URI(root.path("uri").stringValue(""));
            if ("file".equalsIgnoreCase(uri.getScheme())) {
                return new Root(uri, root.path("name").stringValue(null));
            }
        } catch (URISyntaxException ex) {
            // An invalid URI is rejected below, like a URI of another scheme.
        }
        throw new MalformedAnswer("the 'uri' of a root must be a 'file:' URI");
    }
}
