package io.mcpspring.resource;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.util.AntPathMatcher;
import org.springframework.web.util.UriUtils;

/** Finds the files that locations publish. */
record PublishedFiles(ResourcePatternResolver resolver) {

    private static final Log logger = LogFactory.getLog(PublishedFiles.class);

    List<McpResourceDefinition> of(McpResourceLocation location) {
        List<McpResourceDefinition> found = new ArrayList<>();
        try {
            Resource[] files = resolver.getResources(location.pattern());
            for (Resource root : resolver.getResources(root(location.pattern()))) {
                for (Resource file : files) {
                    String path = isReadable(file, root) ? path(file, root) : null;
                    // Names that begin with a dot are private, such as .git, .env and the folders of a ConfigMap.
                    if (path != null && !path.startsWith(".") && !path.contains("/.")) {
                        found.add(definition(file, root, path, location));
                    }
                }
            }
        } catch (FileNotFoundException missing) {
            // Warned of, like an empty location.
        } catch (IOException ex) {
            throw new UncheckedIOException("The files of '" + location.pattern() + "' cannot be listed", ex);
        }
        if (found.isEmpty()) {
            logger.warn("No file is published from '" + location.pattern() + "'; all files below a folder are published"
                    + " as in classpath:docs/** or file:/srv/docs/**");
        }
        return found;
    }

    private static McpResourceDefinition definition(
            Resource file, Resource root, String path, McpResourceLocation location) {
        return McpResourceDefinition.at(
                        location.base().toASCIIString() + UriUtils.encodePath(path, StandardCharsets.UTF_8))
                .name(path)
                .content(file)
                .read((request, exchange) -> isReadable(file, root) ? file : null)
                .build();
    }

    // The part before the first wildcard, up to its last slash.
    private static String root(String pattern) {
        int place = pattern.indexOf(':') + 1;
        int end = pattern.lastIndexOf('/') + 1;
        AntPathMatcher matcher = new AntPathMatcher();
        while (end > place && matcher.isPattern(pattern.substring(place, end))) {
            end = pattern.lastIndexOf('/', end - 2) + 1;
        }
        return pattern.substring(0, Math.max(place, end));
    }

    /** Whether a file is readable and not a link to a file outside of the root. Checked again whenever it is read. */
    private static boolean isReadable(Resource file, Resource root) throws IOException {
        if (!file.isFile() || !root.isFile()) {
            return file.isReadable();
        }
        Path path = file.getFile().toPath();
        return Files.isRegularFile(path)
                && Files.isReadable(path)
                && path.toRealPath().startsWith(root.getFile().toPath().toRealPath());
    }

    private static @Nullable String path(Resource file, Resource root) throws IOException {
        if (file.isFile() && root.isFile()) {
            return clean(root).relativize(clean(file)).toString().replace('\\', '/');
        }
        String whole = file.getURL().toString();
        String start = root.getURL().toString();
        return whole.startsWith(start) ? decoded(whole.substring(start.length())) : null;
    }

    private static Path clean(Resource file) throws IOException {
        return file.getFile().toPath().toAbsolutePath().normalize();
    }

    private static String decoded(String path) {
        try {
            return UriUtils.decode(path, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException ex) {
            // Names in jar files are not encoded.
            return path;
        }
    }
}
