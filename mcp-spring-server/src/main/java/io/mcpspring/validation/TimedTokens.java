package io.mcpspring.validation;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;

/**
 * Bounds the time that reading takes in relation to the size of the JSON. A client can choose elements of a set, or
 * keys of a map, that have the same hash code, so that some hash tables compare each of them with all others, and some
 * collections copy all elements for each one: reading ends when the {@link CheckingTime} of the request is over.
 */
@Internal
public final class TimedTokens extends JsonParserDelegate {

    private int tokens;

    private TimedTokens(JsonParser parser) {
        super(parser);
    }

    /**
     * Reads a value.
     *
     * @throws TooSlowException if the time is over
     */
    public static <T> T read(JsonNode value, ObjectReader reader) {
        return value.isContainer() || value.isNumber()
                ? reader.readValue(new TimedTokens(reader.treeAsTokens(value)))
                : reader.readValue(value);
    }

    @Override
    public JsonToken nextToken() {
        count();
        return super.nextToken();
    }

    @Override
    public @Nullable String nextName() {
        count();
        return super.nextName();
    }

    /** Lets values of any type have the numbers that the application's mapper reads, rather than those of the tree. */
    @Override
    public NumberTypeFP getNumberTypeFP() {
        return NumberTypeFP.UNKNOWN;
    }

    private void count() {
        if ((++tokens & 63) == 0) {
            CheckingTime.check();
        }
    }
}
