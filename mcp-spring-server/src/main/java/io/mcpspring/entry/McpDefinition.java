package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpIcon;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.Icon;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.Assert;

/**
 * What the definitions of tools, prompts and resources have in common. Immutable. Extended by the library alone.
 *
 * <p>A definition does not reveal its function: to do something before or after it is called, write a
 * {@link io.mcpspring.method.McpInterceptor}.
 */
public abstract class McpDefinition {

    private final Builder<?> state;

    /**
     * Creates a definition.
     *
     * @param state a builder that is not changed any more
     * @throws IllegalStateException if it has neither a method nor a function
     * @hidden
     */
    @Internal
    protected McpDefinition(Builder<?> state) {
        Assert.state(
                state.method != null,
                () -> "'" + state.name + "' needs its work: call one of call, read, get and content of its builder");
        this.state = state;
    }

    /** {@return the name for programs} */
    public String name() {
        return state.name;
    }

    /** {@return the name shown to people; {@code null} if there is none} */
    public @Nullable String title() {
        return state.title;
    }

    /** {@return the description; {@code null} if there is none} */
    public @Nullable String description() {
        return state.description;
    }

    /** {@return the scopes that the access token of a caller needs to use the entry} */
    public List<String> scopes() {
        return state.scopes;
    }

    /** {@return the rate at which each caller may use the entry; {@code null} for no limit} */
    public @Nullable String rate() {
        CallLimits.Rate rate = state.limits.rate();
        return rate == null ? null : rate.toString();
    }

    /** {@return the number of calls that may run at the same time; {@code null} for no limit} */
    public @Nullable Integer maxConcurrency() {
        return state.limits.maxConcurrency();
    }

    /** {@return the icons} */
    public List<Icon> icons() {
        return state.icons;
    }

    /** {@return the {@code _meta}; {@code null} if there is none} */
    public @Nullable Map<String, ?> meta() {
        return state.meta;
    }

    /** Returns the limits of the use of the entry. */
    CallLimits limits() {
        return state.limits;
    }

    /**
     * Returns the name or URI, unique among the entries of a list.
     *
     * @return the key
     * @hidden
     */
    @Internal
    public String key() {
        return name();
    }

    /**
     * Returns the method or the function that does the work.
     *
     * @return the method
     * @hidden
     */
    @Internal
    public BeanMethod method() {
        return Objects.requireNonNull(state.method);
    }

    /**
     * Builds a definition. Extended by the library alone.
     *
     * @param <B> the builder
     */
    public abstract static class Builder<B extends Builder<B>> implements Cloneable {

        private String name;

        private @Nullable String title;

        private @Nullable String description;

        private List<Icon> icons = List.of();

        private @Nullable Map<String, ?> meta;

        private List<String> scopes = List.of();

        private CallLimits limits = CallLimits.NONE;

        private @Nullable BeanMethod method;

        /**
         * Begins a definition.
         *
         * @param name the name for programs
         * @hidden
         */
        @Internal
        protected Builder(String name) {
            this.name = name;
        }

        /**
         * Reads an annotated method, with the attributes that the annotations of all entries have.
         *
         * @param annotation the annotation
         * @param texts reads it
         * @hidden
         */
        @Internal
        protected Builder(Annotation annotation, AnnotationTexts texts) {
            MergedAnnotation<?> attributes = MergedAnnotation.from(annotation);
            String ownName = texts.text(attributes.getString("name"));
            this.name = ownName == null ? texts.method().name() : ownName;
            this.title = texts.text(attributes.getString("title"));
            this.description = texts.text(attributes.getString("description"));
            this.icons = texts.icons(Arrays.stream(attributes.getAnnotationArray("icons", McpIcon.class))
                    .map(MergedAnnotation::synthesize)
                    .toArray(McpIcon[]::new));
            this.meta = texts.meta(attributes.getString("meta"));
            this.scopes = texts.texts(attributes.getStringArray("scopes"));
            this.limits = texts.limits(attributes.getString("rate"), attributes.getInt("maxConcurrency"));
            this.method = texts.method();
        }

        /**
         * Returns a copy.
         *
         * @return another builder with the same values, which are all immutable
         * @hidden
         */
        @Internal
        @SuppressWarnings("unchecked")
        public final B copy() {
            try {
                return (B) clone();
            } catch (CloneNotSupportedException ex) {
                throw new IllegalStateException(ex);
            }
        }

        /**
         * Returns this builder.
         *
         * @return this builder
         * @hidden
         */
        @Internal
        @SuppressWarnings("unchecked")
        protected final B self() {
            return (B) this;
        }

        /**
         * Returns the name that is set.
         *
         * @return the name
         * @hidden
         */
        @Internal
        protected final String name() {
            return name;
        }

        /**
         * Sets the function that does the work.
         *
         * @param <F> the type of the function
         * @param type the functional interface
         * @param function the function
         * @return this builder
         * @hidden
         */
        @Internal
        protected final <F> B function(Class<F> type, F function) {
            this.method = BeanMethod.ofFunction(type, function);
            return self();
        }

        /**
         * Sets the method of the application that the function calls: the security annotations of that method apply,
         * and messages name it.
         *
         * @param called the method
         * @return this builder, whose function must be set already
         * @hidden
         */
        @Internal
        public final B calling(BeanMethod called) {
            Assert.state(this.method != null, "The function must be set before the method that it calls");
            this.method = this.method.calling(called);
            return self();
        }

        /**
         * Sets the name for programs.
         *
         * @param name the name; that of a resource is its URI by default
         * @return this builder
         */
        public B name(String name) {
            this.name = name;
            return self();
        }

        /**
         * Sets the name shown to people; sent from revision 2025-06-18 on.
         *
         * @param title the title; {@code null} for none
         * @return this builder
         */
        public B title(@Nullable String title) {
            this.title = title;
            return self();
        }

        /**
         * Sets the description. That of a tool is written for a language model, that of a prompt for the people who
         * choose it, that of a resource for both.
         *
         * @param description the description; {@code null} for none
         * @return this builder
         */
        public B description(@Nullable String description) {
            this.description = description;
            return self();
        }

        /**
         * Adds an icon for user interfaces; sent from revision 2025-11-25 on.
         *
         * @param icon the icon
         * @return this builder
         */
        public B icon(Icon icon) {
            this.icons = Stream.concat(icons.stream(), Stream.of(icon)).toList();
            return self();
        }

        /**
         * Sets the {@code _meta}; sent from revision 2025-06-18 on.
         *
         * @param meta the members
         * @return this builder
         */
        public B meta(Map<String, ?> meta) {
            // The order of Map.of differs from process to process.
            this.meta = Collections.unmodifiableMap(new TreeMap<>(meta));
            return self();
        }

        /**
         * Sets the scopes that the access token of a caller needs to use the entry; see
         * {@link io.mcpspring.annotation.McpTool#scopes}.
         *
         * @param scopes the scopes
         * @return this builder
         */
        public B scopes(String... scopes) {
            this.scopes = List.of(scopes);
            return self();
        }

        /**
         * Sets the rate at which each caller may use the entry; see {@link io.mcpspring.annotation.McpTool#rate}.
         *
         * @param rate a number of calls and a period, such as {@code 100/1m}; {@code null} for no limit
         * @return this builder
         */
        public B rate(@Nullable String rate) {
            this.limits = new CallLimits(rate == null ? null : CallLimits.Rate.of(rate), limits.maxConcurrency());
            return self();
        }

        /**
         * Sets the number of calls that may run at the same time; see
         * {@link io.mcpspring.annotation.McpTool#maxConcurrency}.
         *
         * @param maxConcurrency the number, at least 1; {@code null} for no limit
         * @return this builder
         */
        public B maxConcurrency(@Nullable Integer maxConcurrency) {
            Assert.isTrue(maxConcurrency == null || maxConcurrency > 0, "'maxConcurrency' must be at least 1");
            this.limits = new CallLimits(limits.rate(), maxConcurrency);
            return self();
        }
    }
}
