package io.mcpspring.controller;

import io.mcpspring.schema.ToolArgument;
import org.springframework.core.convert.TypeDescriptor;

/**
 * An argument, and the part of a request that it becomes.
 *
 * @param name the name of the part, such as that of a parameter of the query
 * @param type the type that the web framework reads, with the annotations that determine the format
 */
record HandlerArgument(ToolArgument tool, Place place, String name, TypeDescriptor type) {

    enum Place {
        PATH,
        QUERY,
        BODY
    }
}
