package io.mcpspring.protocol;

/** What a message to or from the client's language model is made of. */
public sealed interface SamplingMessageContentBlock
        permits TextContent, ImageContent, AudioContent, ToolUseContent, ToolResultContent {}
