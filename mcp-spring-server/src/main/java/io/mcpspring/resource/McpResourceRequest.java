package io.mcpspring.resource;

import java.net.URI;
import java.util.Map;

/**
 * The resource that a client wants to read.
 *
 * @param uri the URI of the resource
 * @param variables the decoded values of the template's variables, without those of a query that the URI lacks; empty
 *     for a resource without a template
 */
public record McpResourceRequest(URI uri, Map<String, String> variables) {}
