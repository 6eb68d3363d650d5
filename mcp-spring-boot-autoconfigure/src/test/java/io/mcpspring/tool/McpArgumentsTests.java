package io.mcpspring.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class McpArgumentsTests {

    record Order(int count) {}

    @Test
    void readsWholeNumbersEvenIfTheMapperRefusesFloats() {
        JsonMapper strict = JsonMapper.builder()
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .build();
        McpArguments arguments = new McpArguments((ObjectNode) strict.readTree("{\"count\":1.0}"), strict);

        assertThat(arguments.as(Order.class)).isEqualTo(new Order(1));
        assertThat(arguments.get("count", Integer.class)).contains(1);
    }
}
