package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;

/** The complete texts for definitions that people cannot judge by what they see, and that stop the start therefore. */
class DefinitionTextTests {

    private static final String REMOVE_IT =
            "Remove the character: people do not see it, but it is part of what language models read.";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            ToolTitle         | find()       | Its title contains the invisible character U+E0041 at index 1.
            ToolDescription   | find()       | Its description contains the invisible character U+202E at index 6.
            ParameterTitle    | find(String) | Its input schema, at '/properties/a/title', contains the invisible character U+0007 at index 0.
            ParameterText     | find(String) | Its input schema, at '/properties/a/description', contains the invisible character U+2066 at index 3.
            ParameterName     | find(String) | Its input schema, in a name below '/properties', contains the invisible character U+200B at index 1.
            NestedText        | find(Nested) | Its input schema, at '/properties/nested/properties/b/description', contains the invisible character U+0085 at index 0.
            ResultText        | find()       | Its output schema, at '/properties/b/description', contains the invisible character U+0085 at index 0.
            PromptName        | find()       | Its name contains the invisible character U+FEFF at index 0.
            PromptTitle       | find()       | Its title contains the invisible character U+2060 at index 0.
            PromptText        | find()       | Its description contains the invisible character U+2064 at index 0.
            ArgumentTitle     | find(String) | The title of argument 'a' contains the invisible character U+200B at index 0.
            ArgumentText      | find(String) | The description of argument 'a' contains the invisible character U+202A at index 0.
            ResourceName      | find()       | Its name contains the invisible character U+200B at index 0.
            ResourceTitle     | find()       | Its title contains the invisible character U+2069 at index 0.
            TemplateText      | find(String) | Its description contains the invisible character U+009F at index 0.
            """)
    void refusesInvisibleCharacters(String name, String method, String reason) throws Exception {
        Class<?> bean = Class.forName(DefinitionTextTests.class.getName() + "$" + name);
        FailureTexts.assertRefused(of(bean), bean, method, reason, REMOVE_IT);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "title, mcp.server.title",
        "description, mcp.server.description",
        "name, The name of the server",
        "instructions, mcp.server.instructions"
    })
    void refusesInvisibleCharactersOfTheServer(String property, String text) {
        of(Languages.class)
                .withPropertyValues("mcp.server." + property + "=a\u200B")
                .run(context -> {
                    FailureAnalysis analysis = FailureTexts.of(context);
                    assertThat(analysis.getDescription())
                            .isEqualTo(text + " contains the invisible character U+200B at index 1.");
                    assertThat(analysis.getAction()).isEqualTo(REMOVE_IT);
                });
    }

    @Test
    void acceptsTheCharactersThatLanguagesAndEmojiNeed() {
        of(Languages.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusesHintsThatContradictEachOther() {
        FailureTexts.assertRefused(
                of(Contradiction.class),
                Contradiction.class,
                "find()",
                "It has both readOnlyHint and destructiveHint, which contradict each other.",
                "Keep the one that is true: a tool that leaves its environment unchanged destroys nothing.");
    }

    @Test
    void acceptsOtherHintsOfAToolThatReads() {
        of(Reading.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusesSecretsInHeaders() {
        FailureTexts.assertRefused(
                of(SecretHeader.class),
                SecretHeader.class,
                "find(String)",
                "Argument 'apiKey' seems to be a secret, and headers appear in the logs of proxies.",
                "Do not repeat it in a header, or give it another name if it is not a secret.");
    }

    private static ReactiveWebApplicationContextRunner of(Class<?> bean) {
        return Runners.reactive().withBean(bean);
    }

    static class ToolTitle {

        @McpTool(title = "A\uDB40\uDC41")
        String find() {
            return "";
        }
    }

    static class ToolDescription {

        @McpTool(description = "Finds \u202Enothing")
        String find() {
            return "";
        }
    }

    static class ParameterTitle {

        @McpTool
        String find(@McpToolParam(title = "\u0007") String a) {
            return a;
        }
    }

    static class ParameterText {

        @McpTool
        String find(@McpToolParam(description = "An \u2066a") String a) {
            return a;
        }
    }

    static class ParameterName {

        @McpTool
        String find(@McpToolParam(name = "a\u200B") String a) {
            return a;
        }
    }

    record Nested(@JsonPropertyDescription("\u0085") String b) {}

    static class NestedText {

        @McpTool
        String find(Nested nested) {
            return nested.b();
        }
    }

    static class ResultText {

        @McpTool
        Nested find() {
            return new Nested("b");
        }
    }

    static class PromptName {

        @McpPrompt(name = "\uFEFFa")
        String find() {
            return "";
        }
    }

    static class PromptTitle {

        @McpPrompt(title = "\u2060a")
        String find() {
            return "";
        }
    }

    static class PromptText {

        @McpPrompt(description = "\u2064a")
        String find() {
            return "";
        }
    }

    static class ArgumentTitle {

        @McpPrompt
        String find(@McpPromptParam(title = "\u200Ba") String a) {
            return a;
        }
    }

    static class ArgumentText {

        @McpPrompt
        String find(@McpPromptParam(description = "\u202Aa") String a) {
            return a;
        }
    }

    static class ResourceName {

        @McpResource(uri = "a://a", name = "\u200Ba")
        String find() {
            return "";
        }
    }

    static class ResourceTitle {

        @McpResource(uri = "a://a", title = "\u2069a")
        String find() {
            return "";
        }
    }

    static class TemplateText {

        @McpResource(uri = "a://{a}", description = "\u009Fa")
        String find(String a) {
            return a;
        }
    }

    static class Languages {

        @McpTool(
                title = "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
                description = "Emoji \uD83D\uDC69\u200D\u2764\uFE0F,\r\n\tand \u200Fmarks\u200E")
        String find() {
            return "";
        }
    }

    static class Contradiction {

        @McpTool(readOnlyHint = true, destructiveHint = true)
        String find() {
            return "";
        }
    }

    static class Reading {

        @McpTool(readOnlyHint = true, destructiveHint = false, idempotentHint = false, openWorldHint = true)
        String find() {
            return "";
        }
    }

    static class SecretHeader {

        @McpTool
        String find(@McpToolParam(header = "Key") String apiKey) {
            return apiKey;
        }
    }
}
