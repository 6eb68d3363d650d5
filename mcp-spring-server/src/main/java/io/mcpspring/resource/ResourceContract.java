package io.mcpspring.resource;

import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.MediaTypes;
import io.mcpspring.content.ResultRules;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.ResourceTemplate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/**
 * The part of a builder that states where a resource is, and what it contains.
 *
 * @param <B> the builder
 */
abstract class ResourceContract<B extends ResourceContract<B>> {

    private String uri;

    private @Nullable String mimeType;

    private @Nullable Long size;

    private ResultRules.Own results = ResultRules.Own.NONE;

    private @Nullable BeanMethod method;

    ResourceContract(String uri, @Nullable ResourceSpec spec) {
        this.uri = uri;
        if (spec != null) {
            this.mimeType = spec.definition().mimeType();
            this.size = spec.size();
            this.results = spec.results();
            this.method = spec.method();
        }
    }

    abstract B self();

    String uri() {
        return uri;
    }

    @Nullable
    String mimeType() {
        return mimeType;
    }

    /** @throws IllegalStateException if the work of the resource is missing */
    ResourceSpec spec(ResourceTemplate definition, List<String> scopes, CallLimits limits) {
        Assert.state(method != null, () -> "Resource '" + uri + "' needs read(...), readReactive(...) or content(...)");
        return new ResourceSpec(definition, size, scopes, limits, results, method);
    }

    /**
     * Sets the URI, or the template of URIs.
     *
     * @param uriOrTemplate see {@link io.mcpspring.annotation.McpResource#uri}
     * @return this builder
     */
    public B uri(String uriOrTemplate) {
        this.uri = uriOrTemplate;
        return self();
    }

    /**
     * Sets the media type.
     *
     * @param mimeType the media type; by default it follows from the content, see
     *     {@link io.mcpspring.annotation.McpResource#mimeType}
     * @return this builder
     */
    public B mimeType(@Nullable String mimeType) {
        this.mimeType = mimeType;
        return self();
    }

    /**
     * Sets the size, which is shown in the list. Without effect for a template.
     *
     * @param size the size in bytes
     * @return this builder
     */
    public B size(long size) {
        Assert.isTrue(size >= 0, "'size' must not be negative");
        this.size = size;
        return self();
    }

    /**
     * Sets the work of the resource, which runs on a worker thread and may block.
     *
     * @param function the work
     * @return this builder
     */
    public B read(McpResourceFunction function) {
        this.method = BeanMethod.ofFunction(McpResourceFunction.class, function);
        return self();
    }

    /**
     * Sets the work of the resource, which runs on a non-blocking thread and must not block.
     *
     * @param function the work
     * @return this builder
     */
    public B readReactive(McpReactiveResourceFunction function) {
        this.method = BeanMethod.ofFunction(McpReactiveResourceFunction.class, function);
        return self();
    }

    /**
     * Publishes a Spring resource, which is read again for each request. Sets the media type and the size, if they are
     * known and have not been set.
     *
     * @param content the resource
     * @return this builder
     * @throws IllegalArgumentException if the resource can be read only once
     */
    public B content(Resource content) {
        Assert.isTrue(!content.isOpen(), () -> "Resource '" + uri + "' can be read only once: " + content);
        if (mimeType == null) {
            this.mimeType = MediaTypes.ofName(content);
        }
        if (size == null) {
            this.size = ResourceSpec.sizeOf(content);
        }
        return read((request, exchange) -> content);
    }

    /**
     * Sets the maximum size of what is read. A request for more is answered with an error.
     *
     * @param size from 1 byte to 1 GB; {@code null} for {@code mcp.server.resources.max-size}, the default
     * @return this builder
     */
    public B maxSize(@Nullable DataSize size) {
        this.results = results.withBinary(
                size == null ? null : new ContentLimit(ContentLimit.bytes(size), ResourceSpec.MAX_SIZE));
        return self();
    }

    /**
     * Sets whether invisible characters are removed from texts.
     *
     * @param sanitize {@code mcp.server.output.sanitize-resources} by default
     * @return this builder
     */
    public B sanitize(boolean sanitize) {
        this.results = results.withSanitize(sanitize);
        return self();
    }
}
