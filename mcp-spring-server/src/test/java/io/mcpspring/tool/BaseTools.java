package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;

/** A superclass of beans in other packages, whose proxies cannot override its method. */
public class BaseTools {

    @McpTool
    String tool() {
        return "base";
    }
}
