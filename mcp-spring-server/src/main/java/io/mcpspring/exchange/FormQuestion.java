package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.schema.Form;
import io.mcpspring.schema.Forms;
import io.mcpspring.validation.InvalidArgumentsException;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code elicitation/create} with a form. */
record FormQuestion<T>(String message, Function<Forms, Form<T>> form) implements Question.Kind<ElicitResult<T>> {

    @Override
    public InputRequest request(Forms forms, ProtocolVersion version) {
        Form<T> asked = form.apply(forms);
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        // Earlier revisions have forms only, without a mode.
        if (version.hasElicitationModes()) {
            params.put("mode", "form");
        }
        params.put("message", message).set("requestedSchema", schema(asked, version));
        return new InputRequest("elicitation/create", params);
    }

    private static ObjectNode schema(Form<?> asked, ProtocolVersion version) {
        try {
            return asked.schema(version);
        } catch (IllegalArgumentException ex) {
            throw new McpClientCapabilityException(
                    "The client cannot be asked: its revision " + version + " does not support multiple choice");
        }
    }

    @Override
    public ElicitResult<T> read(JsonNode answer, Forms forms) {
        try {
            return Question.choice(answer, content -> form.apply(forms).read(content));
        } catch (InvalidArgumentsException ex) {
            throw new Question.MalformedAnswer("the form does not match its schema:\n" + ex.getMessage());
        }
    }
}
