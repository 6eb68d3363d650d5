package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.exchange.RequestHeaders;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Headers as Spring has them. */
@Internal
public record SpringHeaders(HttpHeaders headers) implements RequestHeaders {

    @Override
    public Collection<String> names() {
        return headers.headerNames();
    }

    @Override
    public List<String> all(String name) {
        return headers.getOrEmpty(name);
    }

    @Override
    public @Nullable String first(String name) {
        return headers.getFirst(name);
    }
}
