package io.mcpspring.resource;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import tools.jackson.databind.node.ObjectNode;

/** Resources, templates and their contents as a revision has them: members that the revision lacks are left out. */
final class ResourceProjection {

    private ResourceProjection() {}

    /** Adapts the definition of a resource or template. */
    static void adapt(ObjectNode resource, ProtocolVersion version) {
        if (!version.hasTitles() && resource.get("annotations") instanceof ObjectNode annotations) {
            annotations.remove("lastModified");
        }
    }

    static ReadResourceResult of(ReadResourceResult result, ProtocolVersion version) {
        return version.hasTitles()
                ? result
                : new ReadResourceResult(
                        result.contents().stream()
                                .map(document -> document.withMeta(null))
                                .toList(),
                        result.meta());
    }
}
