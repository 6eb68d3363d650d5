package io.mcpspring.resource;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.MediaTypes;
import io.mcpspring.entry.McpDefinition;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.Annotations;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/**
 * A resource, or a template of resources, defined in code. Immutable. Every bean of this type is offered to clients
 * beside the {@link McpResource} methods; {@link McpResources} adds definitions at run time:
 *
 * <pre>{@code
 * @Bean
 * McpResourceDefinition manual(@Value("classpath:manual.md") Resource manual) {
 *     return McpResourceDefinition.at("docs://manual").name("manual").content(manual).build();
 * }
 * }</pre>
 */
public final class McpResourceDefinition extends McpDefinition {

    private final Builder state;

    private McpResourceDefinition(Builder state) {
        super(state);
        this.state = state;
    }

    /**
     * Begins the definition of a resource.
     *
     * @param uri the URI of the resource
     * @return a builder, which needs a {@code read} or {@code content} at least
     */
    public static Builder at(URI uri) {
        return at(uri.toString());
    }

    /**
     * Begins the definition of a resource or of a template of resources.
     *
     * @param uriOrTemplate a URI, or a template of URIs; see {@link McpResource#uri}
     * @return a builder, which needs a {@code read} or {@code content} at least
     */
    public static Builder at(String uriOrTemplate) {
        return new Builder(uriOrTemplate);
    }

    /**
     * Defines a resource by a method of an object that is not a bean, which must be annotated with {@link McpResource}.
     * Placeholders of the annotation must have default values; see {@link #of(Object, Method, PropertyResolver)}.
     *
     * @param bean the object
     * @param method the method, which must not be private or static
     * @return the definition
     * @throws io.mcpspring.method.McpMethodException if the method cannot be a resource
     */
    public static McpResourceDefinition of(Object bean, Method method) {
        return of(bean, method, AnnotationTexts.DEFAULTS);
    }

    /**
     * As {@link #of(Object, Method)}, with values for the placeholders of the annotation.
     *
     * @param bean the object
     * @param method the method, which must not be private or static
     * @param properties resolves the placeholders; usually the {@code Environment}
     * @return the definition
     * @throws io.mcpspring.method.McpMethodException if the method cannot be a resource
     */
    public static McpResourceDefinition of(Object bean, Method method, PropertyResolver properties) {
        BeanMethod beanMethod = BeanMethod.of(bean, method);
        McpResource annotation = AnnotatedElementUtils.findMergedAnnotation(beanMethod.method(), McpResource.class);
        if (annotation == null) {
            throw beanMethod.refused(
                    "It has no URI, because it is not annotated.", "Annotate it with @McpResource(uri = \"...\").");
        }
        return of(annotation, new AnnotationTexts(beanMethod, properties::resolveRequiredPlaceholders));
    }

    static McpResourceDefinition of(McpResource annotation, AnnotationTexts texts) {
        return new McpResourceDefinition(new Builder(annotation, texts));
    }

    /** {@return a builder with everything that this definition has, for one that differs} */
    public Builder mutate() {
        return state.copy();
    }

    /**
     * {@return the URI, or the template of URIs}
     *
     * @hidden
     */
    @Internal
    @Override
    public String key() {
        return state.uri;
    }

    /** {@return the URI, or the template of URIs} */
    public String uri() {
        return state.uri;
    }

    /** {@return the media type; {@code null} if it follows from the content} */
    public @Nullable String mimeType() {
        return state.mimeType;
    }

    /** {@return the size in bytes; {@code null} if it is not known} */
    public @Nullable Long size() {
        return state.size;
    }

    /** {@return the annotations; {@code null} if there are none} */
    public @Nullable Annotations annotations() {
        return state.annotations;
    }

    /** {@return the maximum size of what is read; {@code null} for {@code mcp.server.resources.max-size}} */
    public @Nullable DataSize maxSize() {
        return state.maxSize;
    }

    /**
     * {@return whether invisible characters are removed; {@code null} for {@code mcp.server.output.sanitize-resources}}
     */
    public @Nullable Boolean sanitize() {
        return state.sanitize;
    }

    /** Builds a definition. Most resources need a name, a description and a {@code read} or {@code content}. */
    public static final class Builder extends McpDefinition.Builder<Builder> {

        private String uri;

        private @Nullable String mimeType;

        private @Nullable Long size;

        private @Nullable Annotations annotations;

        private @Nullable DataSize maxSize;
        private @Nullable Boolean sanitize;

        private Builder(String uri) {
            super(uri);
            this.uri = uri;
        }

        private Builder(McpResource annotation, AnnotationTexts texts) {
            super(annotation, texts);
            this.uri = texts.resolved(annotation.uri());
            this.mimeType = texts.text(annotation.mimeType());
            this.size = annotation.size() < 0 ? null : annotation.size();
            this.annotations = annotations(annotation, texts);
            this.maxSize = texts.size("maxSize", annotation.maxSize());
            this.sanitize = texts.flag("sanitize", annotation.sanitize());
        }

        private static @Nullable Annotations annotations(McpResource annotation, AnnotationTexts texts) {
            Instant lastModified = texts.instant(annotation.lastModified());
            boolean unset = annotation.priority() == -1;
            if (annotation.audience().length == 0 && unset && lastModified == null) {
                return null;
            }
            try {
                return new Annotations(
                        List.of(annotation.audience()), unset ? null : annotation.priority(), lastModified);
            } catch (IllegalArgumentException ex) {
                throw texts.method()
                        .refused(
                                "Its priority is " + annotation.priority() + ".",
                                "Give a priority from 0 (optional) to 1 (as good as required).");
            }
        }

        /**
         * Sets the URI, or the template of URIs.
         *
         * @param uriOrTemplate see {@link McpResource#uri}
         * @return this builder
         */
        public Builder uri(String uriOrTemplate) {
            if (name().equals(uri)) {
                name(uriOrTemplate);
            }
            this.uri = uriOrTemplate;
            return this;
        }

        /**
         * Sets the media type.
         *
         * @param mimeType the media type; by default it follows from the content, see {@link McpResource#mimeType}
         * @return this builder
         */
        public Builder mimeType(@Nullable String mimeType) {
            this.mimeType = mimeType;
            return this;
        }

        /**
         * Sets the size, which is shown in the list. Without effect for a template.
         *
         * @param size the size in bytes
         * @return this builder
         */
        public Builder size(long size) {
            Assert.isTrue(size >= 0, "'size' must not be negative");
            this.size = size;
            return this;
        }

        /**
         * Sets the work of the resource, which runs on a worker thread and may block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder read(McpResourceFunction function) {
            return function(McpResourceFunction.class, function);
        }

        /**
         * Sets the work of the resource, which runs on a non-blocking thread and must not block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder readReactive(McpReactiveResourceFunction function) {
            return function(McpReactiveResourceFunction.class, function);
        }

        /**
         * Publishes a Spring resource, which is read again for each request. Sets the media type and the size, if they
         * are known and have not been set.
         *
         * @param content the resource
         * @return this builder
         * @throws IllegalArgumentException if the resource can be read only once
         */
        public Builder content(Resource content) {
            Assert.isTrue(!content.isOpen(), () -> "Resource '" + uri + "' can be read only once: " + content);
            if (mimeType == null) {
                this.mimeType = MediaTypes.ofName(content);
            }
            if (size == null) {
                this.size = sizeOf(content);
            }
            return read((request, exchange) -> content);
        }

        /**
         * Sets the maximum size of what is read. A request for more is answered with an error.
         *
         * @param size from 1 byte to 1 GB; {@code null} for {@code mcp.server.resources.max-size}, the default
         * @return this builder
         */
        public Builder maxSize(@Nullable DataSize size) {
            this.maxSize = ContentLimit.checked(size);
            return this;
        }

        /**
         * Sets whether invisible characters are removed from texts.
         *
         * @param sanitize {@code mcp.server.output.sanitize-resources} by default
         * @return this builder
         */
        public Builder sanitize(boolean sanitize) {
            this.sanitize = sanitize;
            return this;
        }

        /**
         * Sets the audience, the priority and the last modification.
         *
         * @param annotations the annotations; {@code null} for none
         * @return this builder
         */
        public Builder annotations(@Nullable Annotations annotations) {
            this.annotations = annotations;
            return this;
        }

        /** Returns the size of a Spring resource; {@code null} if it is not known. */
        private static @Nullable Long sizeOf(Resource content) {
            try {
                long length = content.contentLength();
                return length < 0 ? null : length;
            } catch (IOException ex) {
                // The content does not exist at present, which is an error only when it is read.
                return null;
            }
        }

        /**
         * Builds the definition. What cannot be served, such as a wrong URI, is found when the resource is registered.
         *
         * @return the definition
         * @throws IllegalStateException if the work of the resource is missing
         */
        public McpResourceDefinition build() {
            return new McpResourceDefinition(copy());
        }
    }
}
