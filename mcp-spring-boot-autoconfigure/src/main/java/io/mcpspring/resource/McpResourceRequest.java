package io.mcpspring.resource;

import java.util.Map;

/**
 * Which resource is to be read.
 *
 * @param uri its address
 * @param variables the decoded values of the template's variables, without those of a query that the address lacks;
 *     empty without a template
 */
public record McpResourceRequest(String uri, Map<String, String> variables) {}
