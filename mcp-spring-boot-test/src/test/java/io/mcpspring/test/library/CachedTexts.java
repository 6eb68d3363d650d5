package io.mcpspring.test.library;

import io.mcpspring.annotation.McpPrompt;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;

/** A component whose results are cached, which the application enables. */
@Component
class CachedTexts {

    private final AtomicInteger calls = new AtomicInteger();

    @McpPrompt(description = "Summarizes a book")
    @Cacheable("summaries")
    public String summarize(String title) {
        return title + " " + calls.incrementAndGet();
    }
}
