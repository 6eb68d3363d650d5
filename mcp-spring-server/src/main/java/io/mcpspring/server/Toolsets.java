package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.validation.Quoted;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

/**
 * The toolsets that requests can select. A toolset contains the tools that have one of its tags.
 *
 * @param tags the tags of each toolset, by its name, as {@link #check} requires
 */
@Internal
public record Toolsets(Map<String, List<String>> tags) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

    // Names need no encoding in a URL, so that only the comma may be encoded.
    private static final Pattern SEPARATOR = Pattern.compile(",|%2C", Pattern.CASE_INSENSITIVE);

    /**
     * The tools that a request lists and calls: those that have one of the tags. An attribute of requests that select
     * toolsets; other requests list and call all tools.
     */
    public record Selection(Set<String> tags) {

        public boolean contains(Collection<String> tagsOfTool) {
            return !Collections.disjoint(tags, tagsOfTool);
        }
    }

    /** @throws IllegalArgumentException if the name is not valid, or if the toolset has no tags */
    public static void check(String name, List<String> tags) {
        Assert.isTrue(
                NAME.matcher(name).matches(),
                () -> "The name of a toolset must consist of the characters A-Z a-z 0-9 _ -: '" + name + "'");
        Assert.isTrue(
                !tags.isEmpty() && tags.stream().allMatch(StringUtils::hasText),
                () -> "The toolset '" + name + "' must have tags, none of which is blank");
    }

    /**
     * Returns the tools of one or more toolsets.
     *
     * @param names the names, separated by commas
     * @throws McpProtocolException if there is no toolset of a name
     */
    public Selection select(String names) {
        Set<String> selected = new HashSet<>();
        for (String name : SEPARATOR.split(names, -1)) {
            List<String> found = tags.get(name.strip());
            if (found == null) {
                throw McpProtocolException.invalidParams("No toolset named '" + Quoted.of(name.strip())
                        + "'; the toolsets of this server are " + tags.keySet());
            }
            selected.addAll(found);
        }
        return new Selection(selected);
    }
}
