package io.mcpspring.content;

import io.mcpspring.Internal;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ResourceLink;
import java.util.List;

/** Content as a revision has it: members that the revision lacks are left out, a link that it lacks becomes text. */
@Internal
public final class ContentProjection {

    private ContentProjection() {}

    /** Returns the same list if the revision has all members and kinds of content. */
    public static List<Content> of(List<Content> content, ProtocolVersion version) {
        return version.hasIcons()
                ? content
                : content.stream().map(block -> of(block, version)).toList();
    }

    public static Content of(Content content, ProtocolVersion version) {
        if (content instanceof ResourceLink link && !version.hasResourceLinks()) {
            return of(Content.text(link.name() + ": " + link.uri()).withAnnotations(link.annotations()), version);
        }
        if (content instanceof ResourceLink link && !version.hasIcons()) {
            return link.withIcons(List.of());
        }
        if (version.hasTitles()) {
            return content;
        }
        Annotations given = content.annotations();
        Annotations annotations = given == null ? null : new Annotations(given.audience(), given.priority(), null);
        return content instanceof EmbeddedResource embedded
                ? new EmbeddedResource(embedded.resource().withMeta(null), annotations, null)
                : content.withMeta(null).withAnnotations(annotations);
    }
}
