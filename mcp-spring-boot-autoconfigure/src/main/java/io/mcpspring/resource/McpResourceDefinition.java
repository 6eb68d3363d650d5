package io.mcpspring.resource;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.MediaTypes;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ResourceTemplate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;

/**
 * A resource, or a template of resources, defined in code. Every bean of this type is offered to clients beside the
 * {@link McpResource} methods:
 *
 * <pre>{@code
 * @Bean
 * McpResourceDefinition manual(@Value("classpath:manual.md") Resource manual) {
 *     return McpResourceDefinition.at("docs://manual").name("manual").content(manual).build();
 * }
 * }</pre>
 */
public final class McpResourceDefinition {

    private final ResourceTemplate template;

    private final @Nullable Long size;

    private final BeanMethod method;

    private McpResourceDefinition(ResourceTemplate template, @Nullable Long size, BeanMethod method) {
        this.template = template;
        this.size = size;
        this.method = method;
    }

    /** Begins the definition of what is at this URI, or at the URIs of this template. */
    public static Builder at(String uriOrTemplate) {
        return new Builder(uriOrTemplate);
    }

    ResourceTemplate template() {
        return template;
    }

    @Nullable
    Long size() {
        return size;
    }

    BeanMethod method() {
        return method;
    }

    /** Collects what a resource is made of; a name, a description and a body are what most resources need. */
    public static final class Builder {

        private final String uri;

        private @Nullable String name;

        private @Nullable String title;

        private @Nullable String description;

        private @Nullable String mimeType;

        private @Nullable Long size;

        private @Nullable Annotations annotations;

        private final List<Icon> icons = new ArrayList<>();

        private @Nullable Map<String, ?> meta;

        private @Nullable McpResourceFunction function;

        private Builder(String uri) {
            this.uri = uri;
        }

        /** The resource's name for programs; its address unless given. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /** The name shown to people. */
        public Builder title(String title) {
            this.title = title;
            return this;
        }

        /** What the resource is. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** The media type; told by what is read unless given. */
        public Builder mimeType(String mimeType) {
            this.mimeType = mimeType;
            return this;
        }

        /** The size in bytes, for the list; a template has none. */
        public Builder size(long size) {
            this.size = size;
            return this;
        }

        /** How clients may use the resource. */
        public Builder annotations(Annotations annotations) {
            this.annotations = annotations;
            return this;
        }

        /** Adds an icon for user interfaces; sent from revision 2025-11-25 on. */
        public Builder icon(Icon icon) {
            icons.add(icon);
            return this;
        }

        /** The resource's {@code _meta}; sent from revision 2025-06-18 on. */
        public Builder meta(Map<String, ?> meta) {
            // In an order of its own: that of Map.of differs from process to process.
            this.meta = Collections.unmodifiableMap(new TreeMap<>(meta));
            return this;
        }

        /** Reads the resource; runs on a worker thread and may block. */
        public Builder read(McpResourceFunction function) {
            this.function = function;
            return this;
        }

        /**
         * Publishes something that Spring can read, time and again; media type and size are its own unless given. The
         * size is that of now.
         *
         * @throws IllegalArgumentException if it can be read only once
         */
        public Builder content(Resource content) {
            Assert.isTrue(!content.isOpen(), () -> "Resource '" + uri + "' can be read only once: " + content);
            if (mimeType == null) {
                this.mimeType = MediaTypes.ofName(content);
            }
            if (size == null) {
                this.size = size(content);
            }
            return read((request, exchange) -> content);
        }

        private static @Nullable Long size(Resource content) {
            try {
                long length = content.contentLength();
                return length < 0 ? null : length;
            } catch (IOException ex) {
                // It is not there at present; reading it will say so.
                return null;
            }
        }

        /** @throws IllegalStateException if the definition does not say how to read the resource */
        public McpResourceDefinition build() {
            Assert.state(function != null, () -> "Resource '" + uri + "' needs read(...) or content(...)");
            return new McpResourceDefinition(
                    new ResourceTemplate(
                            uri, name == null ? uri : name, title, description, mimeType, annotations, icons, meta),
                    size,
                    BeanMethod.ofFunction(McpResourceFunction.class, function));
        }
    }
}
