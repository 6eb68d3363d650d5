package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.ConfirmUnsupported;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.Question;
import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.Quoted;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The question by which a user confirms a call.
 *
 * @param template the question, with the names of arguments in braces; {@code null} if calls need no confirmation
 */
record Confirmation(@Nullable String template, ConfirmUnsupported unsupported) {

    /** Different from the keys of the questions that the method asks. */
    private static final String KEY = "io.mcpspring/confirm";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");

    private static final int MAX_VALUE = 200;

    /** Characters that are not seen, and quotation marks that could seem to end a value. */
    private static final Pattern LOOKALIKES = Pattern.compile(
            "[\\p{Pi}\\p{Pf}\u201A\u201E\uFF02\u034F\u115F\u1160\u17B4\u17B5\u2065\u3164\uFFA0\uFE00-\uFE0F]"
                    + "|[\\x{E0000}-\\x{E0FFF}]");

    /** Accepting is the answer: a property would be a second one, which could contradict it. */
    private static final ObjectNode NO_PROPERTIES = JsonNodeFactory.instance
            .objectNode()
            .put("type", "object")
            .set("properties", JsonNodeFactory.instance.objectNode());

    /**
     * Returns the confirmation that a tool requires.
     *
     * @param names the names of its arguments
     * @throws DeclarationException if the question has a placeholder that does not name an argument
     */
    static Confirmation of(McpToolDefinition declared, Collection<String> names) {
        if (declared.confirm() != null) {
            requireNames(declared.confirm(), names);
        }
        return new Confirmation(declared.confirm(), declared.confirmUnsupported());
    }

    private static void requireNames(String template, Collection<String> names) {
        String rest = PLACEHOLDER
                .matcher(template)
                .replaceAll(placeholder ->
                        names.contains(placeholder.group(1)) ? "" : Matcher.quoteReplacement(placeholder.group()));
        if (rest.contains("{") || rest.contains("}")) {
            throw new DeclarationException(
                    "Its question '" + template + "' has a brace that does not belong to the name of an argument",
                    "Remove it, or write placeholders as in {name}, with names of " + names);
        }
    }

    /** Requires that the user has confirmed a call; otherwise, its run ends by an exception. */
    void require(ObjectNode arguments, Exchange exchange) {
        if (template == null) {
            return;
        }
        if (!exchange.context().clientCapabilities().supports(Feature.ELICITATION_FORM)) {
            if (unsupported == ConfirmUnsupported.CALL) {
                return;
            }
            throw McpClientCapabilityException.notDeclared(
                    "The user must confirm the call, but the client cannot ask", Set.of(Feature.ELICITATION_FORM));
        }
        String question = PLACEHOLDER
                .matcher(template)
                .replaceAll(placeholder -> Matcher.quoteReplacement(value(arguments.path(placeholder.group(1)))));
        ElicitResult<JsonNode> answer = exchange.required(Question.elicit(KEY, question, NO_PROPERTIES));
        if (!answer.isAccepted()) {
            exchange.markRefused();
            throw new McpToolException(
                    answer instanceof ElicitResult.Declined
                            ? "The user declined the call."
                            : "The user did not confirm the call.");
        }
    }

    /** Returns a value that cannot be taken for text of the question. */
    private static String value(JsonNode value) {
        if (value.isMissingNode()) {
            return "not given";
        }
        String text = value.isString() ? value.stringValue() : value.toString();
        String shown = LOOKALIKES.matcher(Quoted.of(text, MAX_VALUE)).replaceAll("?");
        return value.isString() ? StringNode.valueOf(shown).toString() : shown;
    }
}
