package io.mcpspring.protocol;

/** A block of content in a message to or from the client's language model. The protocol may add kinds of blocks. */
public sealed interface SamplingMessageContentBlock
        permits TextContent, ImageContent, AudioContent, ToolUseContent, ToolResultContent {}
