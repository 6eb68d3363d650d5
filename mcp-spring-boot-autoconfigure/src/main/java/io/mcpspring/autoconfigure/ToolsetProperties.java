package io.mcpspring.autoconfigure;

import io.mcpspring.server.Toolsets;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A selection of tools that clients can make.
 *
 * @param tags Tags of tools. The toolset contains the tools that have one of them
 */
record ToolsetProperties(@DefaultValue List<String> tags) {

    static void check(String name, ToolsetProperties toolset) {
        Toolsets.check(name, toolset.tags());
    }
}
