package io.mcpspring.autoconfigure;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Content of results.
 *
 * @param sanitize Whether to remove invisible characters from the results of tools and prompts, by which texts could
 *     carry instructions that people do not see
 * @param sanitizeResources Whether to remove these characters from the texts of resources, too
 */
record OutputProperties(
        @DefaultValue("true") boolean sanitize,
        @DefaultValue("false") boolean sanitizeResources) {}
