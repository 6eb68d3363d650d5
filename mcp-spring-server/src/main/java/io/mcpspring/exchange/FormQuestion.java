package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities.Feature;
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
final class FormQuestion<T> extends Question<ElicitResult<T>> {

    private final String message;

    private final Function<Forms, Form<T>> form;

    FormQuestion(String key, String message, Function<Forms, Form<T>> form) {
        super(key, Feature.ELICITATION_FORM);
        this.message = message;
        this.form = form;
    }

    @Override
    InputRequest request(Forms forms, ProtocolVersion version) {
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
    ElicitResult<T> read(JsonNode answer, Forms forms) {
        return choice(answer, content -> filledIn(content, forms));
    }

    private T filledIn(JsonNode content, Forms forms) {
        try {
            return form.apply(forms).read(content);
        } catch (InvalidArgumentsException ex) {
            throw new MalformedAnswer("the form does not match its schema:\n" + ex.getMessage());
        }
    }
}
