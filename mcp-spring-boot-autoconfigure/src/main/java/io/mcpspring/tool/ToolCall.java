package io.mcpspring.tool;

import io.mcpspring.exchange.Exchange;
import tools.jackson.databind.node.ObjectNode;

/** One call of a tool, on its way to the tool. */
record ToolCall(RegisteredTool tool, ObjectNode arguments, Exchange exchange) {}
