package io.mcpspring.autoconfigure;

import io.mcpspring.controller.ControllerSettings;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Tools that handle HTTP requests.
 *
 * @param include Handler methods that are tools without an annotation, by their paths: '/orders/**' selects those for
 *     GET, and 'POST /orders/**' those for POST. None by default
 * @param headers Headers of the client's request that calls pass on to controllers, besides 'Accept-Language' and those
 *     that handler methods declare. 'Authorization', 'Cookie' and 'Host' are passed on only if they are listed
 * @param urlRules Handling of tools about whose path a filter chain of Spring Security cannot decide
 */
record ControllerProperties(
        @DefaultValue List<String> include,
        @DefaultValue List<String> headers,
        @DefaultValue("enforce") UrlRules urlRules) {

    /** Handling of tools about whose path a filter chain of Spring Security cannot decide. */
    enum UrlRules {

        /** Stops the start, unless method security, scopes or an access rule decide who may call the tool. */
        ENFORCE,

        /** Serves the tools to all callers. */
        IGNORE
    }

    ControllerProperties {
        include.forEach(PropertyChecks::handlerMethods);
    }

    ControllerSettings settings() {
        return new ControllerSettings(
                include.stream().map(ControllerSettings.Selection::of).toList(), headers, urlRules == UrlRules.IGNORE);
    }
}
