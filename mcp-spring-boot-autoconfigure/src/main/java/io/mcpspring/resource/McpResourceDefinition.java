package io.mcpspring.resource;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.content.MediaTypes;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ResourceTemplate;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;

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
public final class McpResourceDefinition {

    private final ResourceSpec spec;

    private McpResourceDefinition(ResourceSpec spec) {
        this.spec = spec;
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
        return new McpResourceDefinition(
                ResourceSpec.of(BeanMethod.of(bean, method), properties::resolveRequiredPlaceholders));
    }

    /** {@return a builder with everything that this definition has, for one that differs} */
    public Builder mutate() {
        return new Builder(spec);
    }

    /** {@return the URI, or the template of URIs} */
    public String uri() {
        return spec.definition().uriTemplate();
    }

    /** {@return the name for programs} */
    public String name() {
        return spec.definition().name();
    }

    /** {@return the name shown to people; {@code null} if there is none} */
    public @Nullable String title() {
        return spec.definition().title();
    }

    /** {@return the description; {@code null} if there is none} */
    public @Nullable String description() {
        return spec.definition().description();
    }

    /** {@return the media type; {@code null} if it follows from the content} */
    public @Nullable String mimeType() {
        return spec.definition().mimeType();
    }

    /** {@return the size in bytes; {@code null} if it is not known} */
    public @Nullable Long size() {
        return spec.size();
    }

    /** {@return the annotations; {@code null} if there are none} */
    public @Nullable Annotations annotations() {
        return spec.definition().annotations();
    }

    /** {@return the icons} */
    public List<Icon> icons() {
        return spec.definition().icons();
    }

    /** {@return the {@code _meta}; {@code null} if there is none} */
    public @Nullable Map<String, ?> meta() {
        return spec.definition().meta();
    }

    ResourceSpec spec() {
        return spec;
    }

    /** Builds a definition. Most resources need a name, a description and a {@code read} or {@code content}. */
    public static final class Builder {

        private String uri;

        private @Nullable String name;

        private @Nullable String title;

        private @Nullable String description;

        private @Nullable String mimeType;

        private @Nullable Long size;

        private @Nullable Annotations annotations;

        private final List<Icon> icons = new ArrayList<>();

        private @Nullable Map<String, ?> meta;

        private @Nullable BeanMethod method;

        private Builder(String uri) {
            this.uri = uri;
        }

        private Builder(ResourceSpec spec) {
            ResourceTemplate definition = spec.definition();
            this.uri = definition.uriTemplate();
            this.name = definition.name();
            this.title = definition.title();
            this.description = definition.description();
            this.mimeType = definition.mimeType();
            this.size = spec.size();
            this.annotations = definition.annotations();
            this.icons.addAll(definition.icons());
            this.meta = definition.meta();
            this.method = spec.method();
        }

        /**
         * Sets the URI, or the template of URIs.
         *
         * @param uriOrTemplate see {@link McpResource#uri}
         * @return this builder
         */
        public Builder uri(String uriOrTemplate) {
            this.uri = uriOrTemplate;
            return this;
        }

        /**
         * Sets the name for programs.
         *
         * @param name the name; the URI by default
         * @return this builder
         */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /**
         * Sets the name shown to people; sent from revision 2025-06-18 on.
         *
         * @param title the title
         * @return this builder
         */
        public Builder title(@Nullable String title) {
            this.title = title;
            return this;
        }

        /**
         * Sets the description.
         *
         * @param description what the resource contains, for people and language models
         * @return this builder
         */
        public Builder description(@Nullable String description) {
            this.description = description;
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
         * Sets the audience, the priority and the last modification.
         *
         * @param annotations the annotations; {@code null} for none
         * @return this builder
         */
        public Builder annotations(@Nullable Annotations annotations) {
            this.annotations = annotations;
            return this;
        }

        /**
         * Adds an icon for user interfaces; sent from revision 2025-11-25 on.
         *
         * @param icon the icon
         * @return this builder
         */
        public Builder icon(Icon icon) {
            icons.add(icon);
            return this;
        }

        /**
         * Sets the {@code _meta} of the resource; sent from revision 2025-06-18 on.
         *
         * @param meta the members
         * @return this builder
         */
        public Builder meta(Map<String, ?> meta) {
            this.meta = AnnotationTexts.sorted(meta);
            return this;
        }

        /**
         * Sets the work of the resource, which runs on a worker thread and may block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder read(McpResourceFunction function) {
            this.method = BeanMethod.ofFunction(McpResourceFunction.class, function);
            return this;
        }

        /**
         * Sets the work of the resource, which runs on the event loop and must not block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder readReactive(McpReactiveResourceFunction function) {
            this.method = BeanMethod.ofFunction(McpReactiveResourceFunction.class, function);
            return this;
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
            Assert.state(
                    method != null, () -> "Resource '" + uri + "' needs read(...), readReactive(...) or content(...)");
            ResourceTemplate definition = new ResourceTemplate(
                    uri, name == null ? uri : name, title, description, mimeType, annotations, icons, meta);
            return new McpResourceDefinition(new ResourceSpec(definition, size, method));
        }
    }
}
