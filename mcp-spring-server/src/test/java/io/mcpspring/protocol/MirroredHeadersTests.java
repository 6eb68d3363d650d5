package io.mcpspring.protocol;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Headers that no HTTP client sends, and web servers refuse. */
class MirroredHeadersTests {

    @Test
    void onlyWhiteSpaceOfHttpMaySurroundTheValuesOfAList() {
        MirroredHeaders headers = new MirroredHeaders(name -> List.of("\u000b,\t"));

        assertThatThrownBy(() -> headers.verify("Mcp-Name", ""))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("not allowed in a header");
    }
}
