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

    /** What is wrong with a number that {@link #isTooLong}. */
    public static final String TOO_LONG = "must have an exponent from -" + MAX_EXPONENT + " to " + MAX_EXPONENT;

    /**
     * The maximum number of values and members in a document: a tree of small ones takes some 25 times the space of its
     * text.
     */
    public int maxTokens() {
        return Math.max(10_000, maxSize / 16);
    }

    /**
     * Whether a value is a number of a text that is shorter than its digits, with which arithmetic takes minutes, or a
     * map with such keys.
     */
    public static boolean isTooLong(@Nullable Object value) {
        return value instanceof BigDecimal number
                        && Math.abs((long) number.precision() - number.scale() - 1)
                                > Math.max(MAX_EXPONENT, number.precision())
                || value instanceof Map<?, ?> map && map.keySet().stream().anyMatch(JsonLimits::isTooLong);
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
            if (isTooLong(number)) {
                throw new StreamConstraintsException("A number " + TOO_LONG);
            }
            return super.numberNode(number);
        }
    }
}
