package io.mcpspring.conformance;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.resource.McpResources;
import java.net.URI;
import org.springframework.stereotype.Component;

/** Resources of every kind, and a tool that announces a change of one. */
@Component
class Documents {

    private static final String WATCHED = "test://watched-resource";

    record Datum(String id, boolean templateTest, String data) {}

    private final McpResources resources;

    Documents(McpResources resources) {
        this.resources = resources;
    }

    @McpResource(uri = "test://static-text", name = "static-text", description = "A text", mimeType = "text/plain")
    String text() {
        return "This is the content of the static text resource.";
    }

    @McpResource(uri = "test://static-binary", name = "static-binary", description = "An image", mimeType = "image/png")
    byte[] binary() {
        return Samples.PNG;
    }

    @McpResource(
            uri = WATCHED,
            name = "watched-resource",
            description = "A text to subscribe to",
            mimeType = "text/plain")
    String watched() {
        return "Watched resource content";
    }

    @McpResource(
            uri = "test://template/{id}/data",
            name = "template",
            description = "The datum with an id",
            mimeType = "application/json")
    Datum datum(String id) {
        return new Datum(id, true, "Data for ID: " + id);
    }

    @McpTool(
            name = "test_trigger_resource_update",
            description = "Notifies subscribers that the watched resource has changed")
    String update() {
        resources.updated(URI.create(WATCHED));
        return "Announced a change of " + WATCHED;
    }
}
