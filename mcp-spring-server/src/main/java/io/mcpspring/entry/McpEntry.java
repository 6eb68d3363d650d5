package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.Tool;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.util.StringUtils;

/**
 * A tool, a prompt, a resource or a resource template, as {@link McpAccessRule}s see it. Immutable. Completions are not
 * entries: the prompt or the template to which the argument belongs decides about them.
 */
public final class McpEntry {

    private final McpInvocation.Kind kind;

    private final Object definition;

    private final McpDefinition declared;

    /**
     * Describes an entry.
     *
     * @param kind the kind
     * @param definition the definition as clients of the newest revision see it
     * @param declared the definition as its author wrote it
     * @hidden
     */
    @Internal
    public McpEntry(McpInvocation.Kind kind, Object definition, McpDefinition declared) {
        this.kind = kind;
        this.definition = definition;
        this.declared = declared;
    }

    /** {@return the kind of the entry: {@code TOOL}, {@code PROMPT} or {@code RESOURCE}} */
    public McpInvocation.Kind kind() {
        return kind;
    }

    /** {@return the name of the tool or prompt, the URI of the resource, or the URI template} */
    public String name() {
        return declared.key();
    }

    /**
     * Returns the definition, as clients of the newest revision see it: a {@link Tool}, a {@link Prompt}, a
     * {@link Resource} or a {@link ResourceTemplate}.
     *
     * @param <T> the type
     * @param type the type of the definition
     * @return the definition; empty if it is of another type
     */
    public <T> Optional<T> definition(Class<T> type) {
        return type.isInstance(definition) ? Optional.of(type.cast(definition)) : Optional.empty();
    }

    /** {@return the scopes that the entry declares; empty if it declares none} */
    public List<String> scopes() {
        return declared.scopes();
    }

    /**
     * Returns the method that serves the entry.
     *
     * @return the method
     * @hidden
     */
    @Internal
    public BeanMethod method() {
        return declared.method();
    }

    /** Returns the class and the signature of the method that serves the entry, and the name of its bean. */
    String source() {
        return method() instanceof AnnotatedBeanMethod<?> ofBean
                ? ofBean.describe() + " of bean '" + ofBean.beanName() + "'"
                : method().describe();
    }

    /** Returns what the entry is, such as {@code tool} or {@code resource template}. */
    String type() {
        return definition instanceof ResourceTemplate
                ? "resource template"
                : kind.name().toLowerCase(Locale.ROOT);
    }

    /** Returns what the entry is and its name, such as {@code Tool 'add'}. */
    String describe() {
        return StringUtils.capitalize(type()) + " '" + name() + "'";
    }

    @Override
    public String toString() {
        return kind + " '" + name() + "'";
    }
}
