package io.mcpspring.autoconfigure;

import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A selection of tools that clients can make.
 *
 * @param tags Tags of tools. The toolset contains the tools that have one of them
 */
record ToolsetProperties(@DefaultValue List<String> tags) {}
