package io.mcpspring.conformance;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.AudioContent;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.ImageContent;
import io.mcpspring.tool.McpToolException;
import java.net.URI;
import java.util.List;
import org.springframework.stereotype.Component;

/** One tool for every kind of content, and one that fails. */
@Component
class ContentTools {

    @McpTool(name = "test_simple_text", description = "Returns a text")
    String text() {
        return "This is a simple text response for testing.";
    }

    @McpTool(name = "test_image_content", description = "Returns an image")
    ImageContent image() {
        return Content.image(Samples.PNG, "image/png");
    }

    @McpTool(name = "test_audio_content", description = "Returns a sound")
    AudioContent audio() {
        return Content.audio(Samples.WAV, "audio/wav");
    }

    @McpTool(name = "test_embedded_resource", description = "Returns a document")
    EmbeddedResource document() {
        return Content.resource(
                URI.create("test://embedded-resource"), "text/plain", "This is an embedded resource content.");
    }

    @McpTool(name = "test_multiple_content_types", description = "Returns a text, an image and a document")
    List<Content> mixed() {
        return List.of(
                Content.text("Multiple content types test:"),
                Content.image(Samples.PNG, "image/png"),
                Content.resource(
                        URI.create("test://mixed-content-resource"),
                        "application/json",
                        "{\"test\":\"data\",\"value\":123}"));
    }

    @McpTool(name = "test_error_handling", description = "Fails every time")
    void failing() {
        throw new McpToolException("This tool intentionally returns an error for testing");
    }
}
