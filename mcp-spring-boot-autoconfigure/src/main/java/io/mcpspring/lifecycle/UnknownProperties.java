package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds properties below 'mcp.server' that do not exist, and existing ones below a prefix that differs from it by one
 * letter. Environment variables are not checked, because Kubernetes sets variables with this prefix for a service that
 * is named 'mcp-server'.
 */
@Internal
public final class UnknownProperties {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("mcp.server");

    /** The documented names of properties and groups below the prefix, by their {@link #key}. */
    private final Map<String, String> names = new LinkedHashMap<>();

    private final Set<Class<?>> values;

    private UnknownProperties(Class<?> group, Set<Class<?>> values) {
        this.values = values;
        add("", group);
    }

    /**
     * Returns a description of each unknown property, with its origin and the most similar known property.
     *
     * @param group the record of all properties below the prefix, of which other records are groups of their own
     * @param values the records that are values of properties
     */
    public static List<String> in(ConfigurableEnvironment environment, Class<?> group, Set<Class<?>> values) {
        UnknownProperties properties = new UnknownProperties(group, values);
        List<String> unknown = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.from(environment.getPropertySources())) {
            if (source instanceof IterableConfigurationPropertySource iterable
                    && !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)) {
                iterable.stream()
                        .flatMap(name -> properties.check(name, source).stream())
                        .forEach(unknown::add);
            }
        }
        return unknown;
    }

    private void add(String prefix, Class<?> group) {
        for (RecordComponent component : group.getRecordComponents()) {
            String name = prefix + DataObjectPropertyName.toDashedForm(component.getName());
            add(name);
            if (List.class.isAssignableFrom(component.getType())) {
                add(name + "[0]");
                addMembers(name + "[0].", ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0]);
            } else {
                addMembers(name + ".", component.getType());
            }
        }
    }

    private void addMembers(String prefix, Type type) {
        if (type instanceof Class<?> group && group.isRecord() && !values.contains(group)) {
            add(prefix, group);
        }
    }

    private void add(String name) {
        names.put(key(ConfigurationPropertyName.of(name), 0), name);
    }

    private Optional<String> check(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        if (PREFIX.isAncestorOf(name)) {
            return names.containsKey(key(name, PREFIX.getNumberOfElements()))
                    ? Optional.empty()
                    : Optional.of(describe(name, source, nearest(name)));
        }
        return similarPrefix(name).map(suggestion -> describe(name, source, Optional.of(suggestion)));
    }

    /** Returns the known property with the same name below the correct prefix, if the prefixes differ by one letter. */
    private Optional<String> similarPrefix(ConfigurationPropertyName name) {
        for (int size = 1; size < name.getNumberOfElements() && size <= PREFIX.getNumberOfElements() + 1; size++) {
            String known = names.get(key(name, size));
            if (known != null && distance(name.chop(size).toString(), PREFIX.toString()) == 1) {
                return Optional.of(PREFIX + "." + known);
            }
        }
        return Optional.empty();
    }

    private Optional<String> nearest(ConfigurationPropertyName name) {
        String written = name.subName(PREFIX.getNumberOfElements()).toString();
        return names.values().stream()
                .min(Comparator.comparingInt(known -> distance(written, known)))
                .filter(known -> distance(written, known) <= Math.max(2, written.length() / 3))
                .map(known -> PREFIX + "." + known);
    }

    private static String describe(
            ConfigurationPropertyName name, ConfigurationPropertySource source, Optional<String> suggestion) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        Origin origin = Origin.from(property);
        return "'" + name + "'" + (origin == null ? "" : " (" + origin + ")")
                + suggestion.map(known -> ", did you mean '" + known + "'?").orElse("");
    }

    /** Returns a key that is equal for all spellings of a name that Spring Boot accepts, and for all indexes. */
    private static String key(ConfigurationPropertyName name, int from) {
        StringBuilder key = new StringBuilder();
        for (int i = from; i < name.getNumberOfElements(); i++) {
            key.append(name.isNumericIndex(i) ? "[]" : "." + name.getElement(i, Form.UNIFORM));
        }
        return key.toString();
    }

    /** Returns the number of letters to insert, to remove, to replace, or to swap with the next one. */
    private static int distance(String one, String other) {
        int[][] distances = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    distances[i][j] = i + j;
                    continue;
                }
                int replaced = distances[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                int least = Math.min(replaced, Math.min(distances[i - 1][j], distances[i][j - 1]) + 1);
                boolean exchanged = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                distances[i][j] = exchanged ? Math.min(least, distances[i - 2][j - 2] + 1) : least;
            }
        }
        return distances[one.length()][other.length()];
    }
}
