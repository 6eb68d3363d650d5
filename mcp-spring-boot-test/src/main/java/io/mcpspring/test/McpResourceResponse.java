package io.mcpspring.test;

import io.mcpspring.protocol.ResourceContents;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractByteArrayAssert;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;

/** The response to the request of a resource. */
public final class McpResourceResponse extends McpTestResponse {

    McpResourceResponse(Outcome outcome) {
        super(outcome);
    }

    /**
     * Starts an assertion of all contents.
     *
     * @return the assertion
     */
    public ListAssert<ResourceContents> contents() {
        return list(read());
    }

    /**
     * Starts an assertion of the text. Several texts are joined by line feeds.
     *
     * @return the assertion
     */
    public AbstractStringAssert<?> text() {
        return string(read().stream()
                .filter(ResourceContents.Text.class::isInstance)
                .map(contents -> ((ResourceContents.Text) contents).text())
                .collect(Collectors.joining("\n")));
    }

    /**
     * Starts an assertion of the first binary contents.
     *
     * @return the assertion
     */
    public AbstractByteArrayAssert<?> bytes() {
        return read().stream()
                .filter(ResourceContents.Blob.class::isInstance)
                .map(contents -> Assertions.assertThat(((ResourceContents.Blob) contents).blob())
                        .as(outcome()::description))
                .findFirst()
                .orElseThrow(() -> outcome().failure("The resource has no binary contents"));
    }

    private List<ResourceContents> read() {
        return result().get("contents").valueStream().map(Contents::resource).toList();
    }
}
