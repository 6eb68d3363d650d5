package io.mcpspring.entry;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import java.nio.charset.StandardCharsets;

/** Cursors: a text is the cursor of one name, or refused. */
class CursorFuzzTests {

    @FuzzTest
    void aCursorHasOneText(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        try {
            assertThat(Cursor.decode(text).encode()).isEqualTo(text);
        } catch (McpProtocolException refused) {
            assertThat(refused.error().code()).isEqualTo(JsonRpcError.INVALID_PARAMS);
        }
        if (!text.isEmpty()) {
            assertThat(Cursor.decode(new Cursor(text).encode()).after()).isEqualTo(text);
        }
    }
}
