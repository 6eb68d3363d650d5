package io.mcpspring.resource;

import io.mcpspring.Internal;
import io.mcpspring.content.ContentLimit;
import java.util.List;

/**
 * How resources are served.
 *
 * @param pageSize number of resources, or templates, on a page of their list
 * @param locations places whose files are published, besides those of beans
 * @param limit how much a file or stream may hold
 */
@Internal
public record ResourceSettings(int pageSize, List<String> locations, ContentLimit limit) {}
