package io.mcpspring.resource;

import io.mcpspring.Internal;
import io.mcpspring.content.ResultRules;
import java.util.List;

/**
 * How resources are served.
 *
 * @param pageSize number of resources, or templates, on a page of their list
 * @param locations places whose files are published, besides those of beans
 * @param results what results may contain
 */
@Internal
public record ResourceSettings(int pageSize, List<String> locations, ResultRules results) {}
