package io.mcpspring.autoconfigure;

import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Events for operators.
 *
 * @param arguments Names of arguments whose values are part of the events of calls, shortened to 256 characters. Of all
 *     other arguments the events contain the names. Without this property they contain no arguments
 */
record AuditProperties(@DefaultValue List<String> arguments) {}
