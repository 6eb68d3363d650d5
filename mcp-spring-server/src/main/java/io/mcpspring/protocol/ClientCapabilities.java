package io.mcpspring.protocol;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a client can do for the server: in the legacy era declared once at {@code initialize}, in the modern era with
 * each request. Later revisions may add components: use neither the canonical constructor nor record patterns.
 *
 * @param features the declared features
 * @param extensions identifiers of the declared extensions
 */
public record ClientCapabilities(Set<Feature> features, Set<String> extensions) {

    /** Declares nothing. */
    public static final ClientCapabilities NONE = new ClientCapabilities(Set.of(), Set.of());

    /** A feature that a client may declare. The protocol may add features. */
    public enum Feature {
        /** Users can be asked to fill in a form. */
        ELICITATION_FORM("elicitation", "form"),
        /** Users can be asked to visit a web page. */
        ELICITATION_URL("elicitation", "url"),
        /** The language model can be asked. */
        SAMPLING("sampling", null),
        /** Requests to the language model can include context of servers. */
        SAMPLING_CONTEXT("sampling", "context"),
        /** Requests to the language model can have tools. */
        SAMPLING_TOOLS("sampling", "tools"),
        /** The client has roots. */
        ROOTS("roots", null);

        private final String capability;

        private final @Nullable String part;

        Feature(String capability, @Nullable String part) {
            this.capability = capability;
            this.part = part;
        }

        private boolean isDeclared(JsonNode capabilities) {
            JsonNode declared = capabilities.path(capability);
            // An elicitation capability that names no mode means forms. PHP writes an empty object as an array.
            return part == null || this == ELICITATION_FORM && !declared.hasNonNull("url")
                    ? declared.isContainer()
                    : declared.hasNonNull(part);
        }

        /** {@return the feature's name, such as {@code elicitation.url}} */
        @Override
        public String toString() {
            return part == null ? capability : capability + "." + part;
        }
    }

    /**
     * Returns the part of a {@code ClientCapabilities} object that declares features.
     *
     * @param features the features
     * @return the part
     */
    public static Map<String, ?> declaration(Collection<Feature> features) {
        Map<String, Map<String, Map<String, ?>>> declaration = new TreeMap<>();
        for (Feature feature : features) {
            Map<String, Map<String, ?>> parts =
                    declaration.computeIfAbsent(feature.capability, capability -> new TreeMap<>());
            if (feature.part != null) {
                parts.put(feature.part, Map.of());
            }
        }
        return declaration;
    }

    /**
     * Copies the sets.
     *
     * @param features the declared features
     * @param extensions identifiers of the declared extensions
     */
    public ClientCapabilities {
        features = Set.copyOf(features);
        extensions = Set.copyOf(extensions);
    }

    /**
     * Reads a {@code ClientCapabilities} object. Members that are not known are ignored. The revision does not matter:
     * some clients of 2025-03-26 have elicitation, which was added later.
     *
     * @param json the object
     * @return the capabilities
     */
    public static ClientCapabilities of(JsonNode json) {
        if (json.isEmpty()) {
            return NONE;
        }
        Set<Feature> features = EnumSet.allOf(Feature.class);
        features.removeIf(feature -> !feature.isDeclared(json));
        return new ClientCapabilities(
                features, new TreeSet<>(json.path("extensions").propertyNames()));
    }

    /**
     * Whether the client declared a feature.
     *
     * @param feature the feature
     * @return whether it is declared
     */
    public boolean supports(Feature feature) {
        return features.contains(feature);
    }
}
