package io.mcpspring.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.util.AntPathMatcher;
import org.springframework.web.util.UriUtils;

/** Finds the files of a location. */
final class PublishedFiles {

    private final ResourcePatternResolver resolver;

    PublishedFiles(ResourcePatternResolver resolver) {
        this.resolver = resolver;
    }

    List<McpResourceDefinition> of(McpResourceLocation location) {
        try {
            List<McpResourceDefinition> found = new ArrayList<>();
            String root = root(location.pattern());
            List<Resource> files = Arrays.stream(resolver.getResources(location.pattern()))
                    .filter(Resource::isReadable).sorted(Comparator.comparing(Resource::getDescription)).toList();
            if (files.isEmpty()) {
                return List.of();
            }
            for (Resource file : files) {
                String path = path(file, root);
                found.add(McpResourceDefinition.at(location.base() + UriUtils.encodePath(path, StandardCharsets.UTF_8))
                        .name(path).content(file).build());
            }
            return found;
        } catch (IOException ex) {
            throw new UncheckedIOException("The resources of '" + location.pattern() + "' cannot be listed", ex);
        }
    }

    // What comes before the first wildcard, up to its last slash.
    private static String root(String pattern) {
        String place = pattern.substring(pattern.indexOf(':') + 1).replaceFirst("^/+", "");
        AntPathMatcher matcher = new AntPathMatcher();
        while (matcher.isPattern(place)) {
            int slash = place.lastIndexOf('/', place.length() - 2);
            place = slash < 0 ? "" : place.substring(0, slash + 1);
        }
        return place.endsWith("/") || place.isEmpty() ? place : place.substring(0, place.lastIndexOf('/') + 1);
    }

    private static String path(Resource file, String root) throws IOException {
        String whole = URI.create(file.getURL().toString().replace(" ", "%20")).getSchemeSpecificPart();
        int start = root.isEmpty() ? -1 : whole.lastIndexOf("/" + root);
        return start < 0 ? String.valueOf(file.getFilename()) : whole.substring(start + 1 + root.length());
    }
}
