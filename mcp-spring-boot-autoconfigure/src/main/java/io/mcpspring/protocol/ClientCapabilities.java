package io.mcpspring.protocol;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What a client can do for the server: in the legacy era declared once at {@code initialize}, in the modern era with
 * each request.
 *
 * @param features the declared features
 * @param extensions identifiers of the declared extensions
 */
public record ClientCapabilities(Set<Feature> features, Set<String> extensions) {

    /** Declares nothing. */
    public static final ClientCapabilities NONE = new ClientCapabilities(Set.of(), Set.of());

    /** What a client may declare. New constants are added at the end: session ids keep the order. */
    public enum Feature {
        ELICITATION_FORM("elicitation", "form"),
        ELICITATION_URL("elicitation", "url"),
        SAMPLING("sampling"),
        SAMPLING_CONTEXT("sampling", "context"),
        SAMPLING_TOOLS("sampling", "tools"),
        ROOTS("roots");

        private final List<String> path;

        Feature(String... path) {
            this.path = List.of(path);
        }

        /** The feature's name, such as {@code elicitation.url}. */
        @Override
        public String toString() {
            return String.join(".", path);
        }

        /** The part of a {@code ClientCapabilities} object that declares the feature. */
        public Map<String, ?> declaration() {
            Map<String, ?> declaration = Map.of();
            for (int i = path.size() - 1; i >= 0; i--) {
                declaration = Map.of(path.get(i), declaration);
            }
            return declaration;
        }
    }

    public ClientCapabilities {
        features = Set.copyOf(features);
        extensions = Set.copyOf(extensions);
    }

    /**
     * Reads a {@code ClientCapabilities} object; members that are not known are ignored. What a client declares it can
     * do, whatever the revision: there are clients of 2025-03-26 with elicitation, which came later.
     */
    public static ClientCapabilities of(JsonNode json) {
        if (json.isEmpty()) {
            return NONE;
        }
        EnumSet<Feature> features = EnumSet.noneOf(Feature.class);
        JsonNode elicitation = json.path("elicitation");
        // An elicitation capability that names no mode means forms.
        addIf(
                elicitation.isObject() && (elicitation.has("form") || !elicitation.has("url")),
                Feature.ELICITATION_FORM,
                features);
        addIf(elicitation.has("url"), Feature.ELICITATION_URL, features);
        JsonNode sampling = json.path("sampling");
        addIf(sampling.isObject(), Feature.SAMPLING, features);
        addIf(sampling.has("context"), Feature.SAMPLING_CONTEXT, features);
        addIf(sampling.has("tools"), Feature.SAMPLING_TOOLS, features);
        addIf(json.path("roots").isObject(), Feature.ROOTS, features);
        return new ClientCapabilities(
                features, new TreeSet<>(json.path("extensions").propertyNames()));
    }

    public boolean supports(Feature feature) {
        return features.contains(feature);
    }

    private static void addIf(boolean declared, Feature feature, Set<Feature> features) {
        if (declared) {
            features.add(feature);
        }
    }
}
