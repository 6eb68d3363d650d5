package io.mcpspring.protocol;

import io.mcpspring.Internal;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * How large JSON from a client may be, wherever it stands: in a body, or as text in a string.
 *
 * @param maxSize largest document, in bytes
 * @param maxDepth deepest nesting
 */
@Internal
public record JsonLimits(int maxSize, int maxDepth) {

    private static final int LARGE = 4_096;

    /** The weight of short values, which are objects in memory. */
    private static final int OF_EACH_VALUE = 4;

    /**
     * The maximum number of values and members in a document: a tree of small ones takes some 25 times the space of its
     * text.
     */
    public int maxTokens() {
        return Math.max(10_000, maxSize / 16);
    }

    /** Reads trees strictly and within the limits; to be kept. */
    public ObjectReader reader() {
        StreamReadConstraints limits = StreamReadConstraints.builder()
                .maxNestingDepth(maxDepth)
                .maxTokenCount(maxTokens())
                .maxStringLength(maxSize)
                .build();
        return JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(limits)
                        .recyclerPool(JsonBuffers.INSTANCE)
                        .build())
                .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build()
                .readerFor(JsonNode.class);
    }

    /** Whether a value is too large to be processed on a non-blocking thread; stops counting when it is. */
    public static boolean isLarge(JsonNode value) {
        return rest(value, LARGE) < 0;
    }

    /** The characters of the texts and names in a value, and some more for each of its values. */
    public static int weight(JsonNode value) {
        return Integer.MAX_VALUE - rest(value, Integer.MAX_VALUE);
    }

    private static int rest(JsonNode value, int space) {
        int left = space - OF_EACH_VALUE;
        switch (value.getNodeType()) {
            case STRING -> left -= value.stringValue().length();
            case ARRAY -> {
                for (int i = 0; i < value.size() && left >= 0; i++) {
                    left = rest(value.get(i), left);
                }
            }
            case OBJECT -> {
                for (var member : value.properties()) {
                    left = rest(member.getValue(), left - member.getKey().length());
                    if (left < 0) {
                        break;
                    }
                }
            }
            default -> left -= value.isNumber() && !value.canConvertToLong() ? LARGE / 64 : 0;
        }
        return left;
    }
}
