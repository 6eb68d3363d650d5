package io.mcpspring.resource;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ResourceTemplate;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.PropertyResolver;
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
 *
 * <p>A definition does not reveal its function: to do something before or after reading, write a
 * {@link io.mcpspring.method.McpInterceptor}.
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

    /** {@return the scopes that the access token of a caller needs to use the resource} */
    public List<String> scopes() {
        return spec.scopes();
    }

    /** {@return the rate at which each caller may use the resource; {@code null} for no limit} */
    public @Nullable String rate() {
        CallLimits.Rate rate = spec.limits().rate();
        return rate == null ? null : rate.toString();
    }

    /** {@return the number of calls that may run at the same time; {@code null} for no limit} */
    public @Nullable Integer maxConcurrency() {
        return spec.limits().maxConcurrency();
    }

    /** {@return the maximum size of what is read; {@code null} for {@code mcp.server.resources.max-size}} */
    public @Nullable DataSize maxSize() {
        ContentLimit limit = spec.results().binary();
        return limit == null ? null : DataSize.ofBytes(limit.maxBytes());
    }

    /**
     * {@return whether invisible characters are removed; {@code null} for {@code mcp.server.output.sanitize-resources}}
     */
    public @Nullable Boolean sanitize() {
        return spec.results().sanitize();
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
    public static final class Builder extends ResourceContract<Builder> {

        private @Nullable String name;

        private @Nullable String title;

        private @Nullable String description;

        private @Nullable Annotations annotations;

        private List<String> scopes = List.of();

        private CallLimits limits = CallLimits.NONE;

        private final List<Icon> icons = new ArrayList<>();

        private @Nullable Map<String, ?> meta;

        private Builder(String uri) {
            super(uri, null);
        }

        private Builder(ResourceSpec spec) {
            super(spec.definition().uriTemplate(), spec);
            ResourceTemplate definition = spec.definition();
            this.name = definition.name();
            this.title = definition.title();
            this.description = definition.description();
            this.scopes = spec.scopes();
            this.limits = spec.limits();
            this.annotations = definition.annotations();
            this.icons.addAll(definition.icons());
            this.meta = definition.meta();
        }

        @Override
        Builder self() {
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
         * Sets the scopes that the access token of a caller needs to use the resource; see {@link McpResource#scopes}.
         *
         * @param scopes the scopes
         * @return this builder
         */
        public Builder scopes(String... scopes) {
            this.scopes = List.of(scopes);
            return this;
        }

        /**
         * Sets the rate at which each caller may use the resource; see {@link McpResource#rate}.
         *
         * @param rate a number of calls and a period, such as {@code 100/1m}; {@code null} for no limit
         * @return this builder
         */
        public Builder rate(@Nullable String rate) {
            Assert.isTrue(
                    rate == null || CallLimits.Rate.isValid(rate),
                    () -> "'rate' must be a number of calls and a period, such as 100/1m: " + rate);
            this.limits = limits.withRate(rate);
            return this;
        }

        /**
         * Sets the number of calls that may run at the same time; see {@link McpResource#maxConcurrency}.
         *
         * @param maxConcurrency the number, at least 1; {@code null} for no limit
         * @return this builder
         */
        public Builder maxConcurrency(@Nullable Integer maxConcurrency) {
            Assert.isTrue(maxConcurrency == null || maxConcurrency > 0, "'maxConcurrency' must be at least 1");
            this.limits = limits.withMaxConcurrency(maxConcurrency);
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
         * Builds the definition. What cannot be served, such as a wrong URI, is found when the resource is registered.
         *
         * @return the definition
         * @throws IllegalStateException if the work of the resource is missing
         */
        public McpResourceDefinition build() {
            ResourceTemplate definition = new ResourceTemplate(
                    uri(), name == null ? uri() : name, title, description, mimeType(), annotations, icons, meta);
            return new McpResourceDefinition(spec(definition, scopes, limits));
        }
    }
}
