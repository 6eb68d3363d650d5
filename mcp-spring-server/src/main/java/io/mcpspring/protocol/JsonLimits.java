package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ValueNode;

/**
 * How large JSON from a client may be, wherever it stands: in a body, or as text in a string.
 *
 * @param maxSize largest document, in bytes
 * @param maxDepth deepest nesting
 */
@Internal
public record JsonLimits(int maxSize, int maxDepth) {

    /** The largest exponent of a number in scientific notation; 1,000 digits are the longest text of one. */
    public static final int MAX_EXPONENT = 1_000;

    /** What is wrong with a number that {@link #hasHugeExponent}. */
    public static final String HUGE_EXPONENT = "must have an exponent from -" + MAX_EXPONENT + " to " + MAX_EXPONENT;

    /**
     * The maximum number of values and members in a document: a tree of small ones takes some 25 times the space of its
     * text.
     */
    public int maxTokens() {
        return Math.max(10_000, maxSize / 16);
    }

    /**
     * Whether a value is a number with so large an exponent that it has more digits than its text, as
     * {@code 1e1000000}: arithmetic with it takes minutes. Also whether it is a map with such a key.
     */
    public static boolean hasHugeExponent(@Nullable Object value) {
        return value instanceof BigDecimal number
                        && Math.abs((long) number.precision() - number.scale() - 1)
                                > Math.max(MAX_EXPONENT, number.precision())
                || value instanceof Map<?, ?> map && map.keySet().stream().anyMatch(JsonLimits::hasHugeExponent);
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
                .nodeFactory(new LimitedNumbers())
                .build()
                .readerFor(JsonNode.class);
    }

    private static final class LimitedNumbers extends JsonNodeFactory {

        @Override
        public ValueNode numberNode(@Nullable BigDecimal number) {
            if (hasHugeExponent(number)) {
                throw new StreamConstraintsException("A number " + HUGE_EXPONENT);
            }
            return super.numberNode(number);
        }
    }
}
