package io.mcpspring.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What applications create has factories, which do not change when a revision adds a component. */
class FactoriesTests {

    @Test
    void anIcon() {
        assertThat(Icon.of("data:,")).isEqualTo(new Icon("data:,", null, List.of(), null));
        assertThat(Icon.of("data:,")
                        .withMimeType("image/png")
                        .withSizes("48x48", "any")
                        .withTheme("dark"))
                .isEqualTo(new Icon("data:,", "image/png", List.of("48x48", "any"), "dark"));
    }

    @Test
    void anArgumentOfAPrompt() {
        assertThat(PromptArgument.of("city")).isEqualTo(new PromptArgument("city", null, null, false));
        assertThat(PromptArgument.of("city")
                        .withTitle("City")
                        .withDescription("Where")
                        .withRequired(true))
                .isEqualTo(new PromptArgument("city", "City", "Where", true));
    }

    @Test
    void preferencesForAModel() {
        ModelPreferences preferences = ModelPreferences.of("opus", "sonnet")
                .withCostPriority(0.1)
                .withSpeedPriority(0.2)
                .withIntelligencePriority(0.3);
        assertThat(preferences.hints()).extracting(ModelPreferences.Hint::name).containsExactly("opus", "sonnet");
        assertThat(preferences.costPriority()).isEqualTo(0.1);
        assertThat(preferences.speedPriority()).isEqualTo(0.2);
        assertThat(preferences.intelligencePriority()).isEqualTo(0.3);
        assertThatIllegalArgumentException().isThrownBy(() -> preferences.withCostPriority(2));
    }

    @Test
    void aConversationWithTools() {
        ObjectNode input = JsonMapper.shared().createObjectNode();
        Content text = Content.text("sunny");
        assertThat(ToolUseContent.of("1", "weather", input)).isEqualTo(new ToolUseContent("1", "weather", input, null));
        assertThat(ToolResultContent.of("1", text).withStructuredContent(input))
                .isEqualTo(new ToolResultContent("1", List.of(text), input, false, null));
        assertThat(ToolResultContent.error("1", text))
                .isEqualTo(new ToolResultContent("1", List.of(text), null, true, null));
        assertThat(SamplingMessage.of(Role.USER, ToolResultContent.of("1", text))
                        .content())
                .hasSize(1);
    }

    @Test
    void results() {
        Map<String, Integer> meta = Map.of("a", 1);
        assertThat(GetPromptResult.of(PromptMessage.user("hello"))
                        .withMeta(meta)
                        .meta())
                .isEqualTo(meta);
        assertThat(ReadResourceResult.of().withMeta(meta).meta()).isEqualTo(meta);
        Completion completion = Completion.of(List.of("a"));
        assertThat(CompleteResult.of(completion).completion()).isEqualTo(completion);
    }
}
