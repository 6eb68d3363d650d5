package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;

/** A block of content in a message to or from the client's language model. The protocol may add kinds of blocks. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface SamplingMessageContentBlock
        permits TextContent, ImageContent, AudioContent, ToolUseContent, ToolResultContent {}
