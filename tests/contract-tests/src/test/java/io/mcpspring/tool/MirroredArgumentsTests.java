package io.mcpspring.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** Arguments that headers repeat are marked in the input schema. */
class MirroredArgumentsTests {

    static class Tools {

        @McpTool
        String book(
                @McpToolParam(header = "Region") String region,
                @McpToolParam(header = "Count") long count,
                @McpToolParam(header = "Days") @Max(5) int days,
                @McpToolParam(header = "Wide") @Min(-9007199254740992L) @Max(9007199254740992L) long wide,
                @McpToolParam(header = "Dry-Run") boolean dry) {
            return region;
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    @ModernRevisions
    void integersKeepTheirExactValueInHeaders(ProtocolVersion version) {
        assertThat(SERVER.client(version).request("tools/list", "{}").result().at("/tools/0/inputSchema/properties"))
                .hasToString("""
                {"region":{"type":"string","x-mcp-header":"Region"},\
                "count":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991,"x-mcp-header":"Count"},\
                "days":{"type":"integer","maximum":5,"x-mcp-header":"Days"},\
                "wide":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991,"x-mcp-header":"Wide"},\
                "dry":{"type":"boolean","x-mcp-header":"Dry-Run"}}""");
    }
}
