package io.mcpspring.controller;

import io.mcpspring.Internal;
import java.util.List;

/**
 * How controllers are served.
 *
 * @param headers the headers of a client that its calls pass on, besides those that handler methods declare
 * @param ignoreUrlRules whether tools are served although the URL rules of the application cannot decide about them
 */
@Internal
public record ControllerSettings(List<String> headers, boolean ignoreUrlRules) {

    public static final ControllerSettings DEFAULT = new ControllerSettings(List.of(), false);
}
