package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Root;
import io.mcpspring.schema.Forms;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** {@code roots/list}. */
record RootsQuestion() implements Question.Kind<List<Root>> {

    /** An absolute path, which some clients send without encoding it, alone or after {@code file://}. */
    private static final Pattern PATH = Pattern.compile("(?:file://)?(?:/|(?=[A-Za-z]:[/\\\\]))(.*)");

    @Override
    public InputRequest request(Forms forms, ProtocolVersion version) {
        return new InputRequest("roots/list", JsonNodeFactory.instance.objectNode());
    }

    @Override
    public List<Root> read(JsonNode answer, Forms forms) {
        if (!answer.path("roots").isArray()) {
            throw new Question.MalformedAnswer("'roots' must be an array");
        }
        return answer.get("roots").valueStream().map(RootsQuestion::root).toList();
    }

    private static Root root(JsonNode root) {
        String given = root.path("uri").stringValue("");
        URI uri = file(given)
                .or(() -> file(encoded(given)))
                .orElseThrow(() -> new Question.MalformedAnswer("the 'uri' of a root must be a 'file:' URI"));
        return new Root(uri, root.path("name").stringValue(null));
    }

    private static Optional<URI> file(String text) {
        try {
            return Optional.of(new URI(text)).filter(uri -> "file".equalsIgnoreCase(uri.getScheme()));
        } catch (URISyntaxException ex) {
            return Optional.empty();
        }
    }

    private static String encoded(String given) {
        Matcher path = PATH.matcher(given);
        return path.matches()
                ? "file:///" + UriUtils.encodePath(path.group(1).replace('\\', '/'), StandardCharsets.UTF_8)
                : "";
    }
}
