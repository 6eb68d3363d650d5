package io.mcpspring.resource;

import java.util.List;

/**
 * How resources are served.
 *
 * @param pageSize number of resources, or templates, on a page of their list
 * @param locations places whose files are published, besides those of beans
 * @param maxBytes how much a file or stream may hold that is read as a resource
 */
public record ResourceSettings(int pageSize, List<String> locations, int maxBytes) {
}
