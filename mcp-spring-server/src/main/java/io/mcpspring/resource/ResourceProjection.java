package io.mcpspring.resource;

import io.mcpspring.content.ContentProjection;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import java.util.List;

/** Resources, templates and their contents as a revision has them: members that the revision lacks are left out. */
final class ResourceProjection {

    private ResourceProjection() {}

    static Resource of(Resource resource, ProtocolVersion version) {
        boolean titles = version.hasTitles();
        return new Resource(
                resource.uri(),
                resource.name(),
                titles ? resource.title() : null,
                resource.description(),
                resource.mimeType(),
                resource.size(),
                ContentProjection.annotations(resource.annotations(), version),
                version.hasIcons() ? resource.icons() : List.of(),
                titles ? resource.meta() : null);
    }

    static ResourceTemplate of(ResourceTemplate template, ProtocolVersion version) {
        boolean titles = version.hasTitles();
        return new ResourceTemplate(
                template.uriTemplate(),
                template.name(),
                titles ? template.title() : null,
                template.description(),
                template.mimeType(),
                ContentProjection.annotations(template.annotations(), version),
                version.hasIcons() ? template.icons() : List.of(),
                titles ? template.meta() : null);
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
