package io.mcpspring.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class McpArgumentsTests {

    @Test
    void theSameArgumentsAreOneKeyOfACache() {
        assertThat(arguments("A")).isEqualTo(arguments("A")).hasSameHashCodeAs(arguments("A"));
        assertThat(arguments("A")).isNotEqualTo(arguments("B")).isNotEqualTo("A");
    }

    private static McpArguments arguments(String id) {
        JsonMapper mapper = new JsonMapper();
        return new McpArguments(mapper.createObjectNode().put("id", id), mapper);
    }
}
