package io.mcpspring.server;

import java.util.Map;

/** What a resource holds has changed. */
public record ResourceUpdated(String uri) implements ServerEvent {

    @Override
    public String topic() {
        return "resource " + uri;
    }

    @Override
    public String method() {
        return "notifications/resources/updated";
    }

    @Override
    public Map<String, Object> params() {
        return Map.of("uri", uri);
    }
}
