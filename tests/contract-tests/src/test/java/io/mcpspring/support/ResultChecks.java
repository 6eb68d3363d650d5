package io.mcpspring.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.List;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks of results. */
public final class ResultChecks {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private ResultChecks() {}

    public static JsonNode json(String text) {
        return MAPPER.readTree(text);
    }

    /** Returns the tool as it is listed. */
    public static JsonNode listed(McpTestClient client, String tool) {
        return client.request("tools/list", "{}")
                .result()
                .get("tools")
                .valueStream()
                .filter(listed -> listed.get("name").stringValue().equals(tool))
                .findFirst()
                .orElseThrow();
    }

    /** Fails unless the result is a success with this text as its only block, without structured content. */
    public static void assertText(Answer answer, String text) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.isToolError()).as(answer.text()).isFalse();
        assertThat(answer.result().has("structuredContent")).as(answer.text()).isFalse();
        assertContent(answer, "[{\"type\": \"text\", \"text\": %s}]".formatted(MAPPER.writeValueAsString(text)));
    }

    /** Fails unless the result has these blocks of content, given as JSON. */
    public static void assertContent(Answer answer, String blocks) {
        assertThat(answer.result().get("content")).isEqualTo(json(blocks));
    }

    /** Fails unless the result is a success without content. */
    public static void assertEmpty(Answer answer) {
        assertThat(answer.isToolError()).as(answer.text()).isFalse();
        assertContent(answer, "[]");
        assertThat(answer.result().has("structuredContent")).isFalse();
    }

    /** Fails unless the result is an error that contains only an error id, which is returned. */
    public static String assertNeutralError(Answer answer, String tool) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.isToolError()).as(answer.text()).isTrue();
        assertThat(answer.result().has("structuredContent")).isFalse();
        assertThat(answer.result().get("content")).hasSize(1);
        String text = answer.contentText();
        assertThat(text)
                .matches("Tool '" + tool + "' failed unexpectedly\\. The server's log has the reason"
                        + " under error id [0-9a-f]{8}\\.");
        return text.substring(text.length() - 9, text.length() - 1);
    }

    /** Structured content that is an object by its type, and thus the same in all revisions that have any. */
    public static void assertObject(McpTestClient client, String tool, String expected) {
        assertStructured(client, tool, expected, false);
    }

    /** Structured content of any other kind, which the revisions before 2026-07-28 see as {@code {"result": ...}}. */
    public static void assertValue(McpTestClient client, String tool, String expected) {
        assertStructured(client, tool, expected, true);
    }

    private static void assertStructured(McpTestClient client, String tool, String expected, boolean wrapped) {
        Answer answer = client.call(tool);
        assertThat(answer.isToolError()).as(answer.text()).isFalse();
        assertThat(answer.result().get("content")).as("the text twin alone").hasSize(1);
        JsonNode listed = listed(client, tool);
        if (client.version() == ProtocolVersion.V2025_03_26) {
            assertThat(answer.result().has("structuredContent")).isFalse();
            assertThat(listed.has("outputSchema")).isFalse();
        } else {
            String shown = wrapped && !client.version().isModern() ? "{\"result\": %s}".formatted(expected) : expected;
            assertThat(answer.result().get("structuredContent")).isEqualTo(json(shown));
            assertConforms(listed.get("outputSchema"), answer.result().get("structuredContent"));
        }
        assertTwin(client, answer, expected, wrapped);
    }

    private static void assertTwin(McpTestClient client, Answer answer, String expected, boolean wrapped) {
        JsonNode value = json(expected);
        if (value.isString()) {
            assertThat(answer.contentText()).isEqualTo(value.stringValue());
            return;
        }
        assertThat(json(answer.contentText())).isEqualTo(value);
        if (client.version() != ProtocolVersion.V2025_03_26) {
            String twin = answer.contentText();
            String shown = wrapped && !client.version().isModern() ? "{\"result\":" + twin + "}" : twin;
            assertThat(answer.text()).as("the same bytes").contains("\"structuredContent\":" + shown);
        }
    }

    public static void assertConforms(JsonNode schema, JsonNode value) {
        assertThat(schema).as("output schema").isNotNull();
        assertThat(problems(schema, value)).as("%s against %s", value, schema).isEmpty();
    }

    /** Returns the errors that an independent validator finds in the value. */
    public static List<Error> problems(JsonNode schema, JsonNode value) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(value);
    }
}
