package io.mcpspring.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The texts of which one text consists. */
final class TextElements {

    private static final JsonFactory JSON = new JsonFactory();

    private TextElements() {}

    /** The elements of a JSON array of strings, numbers and booleans; {@code null} if the text is not one. */
    static @Nullable List<String> ofJson(String text) {
        if (!text.stripLeading().startsWith("[")) {
            return null;
        }
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            List<String> elements = new ArrayList<>();
            parser.nextToken();
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                if (token == null || !token.isScalarValue() || token == JsonToken.VALUE_NULL) {
                    return null;
                }
                elements.add(parser.getString());
            }
            return parser.nextToken() == null ? elements : null;
        } catch (JacksonException ex) {
            return null;
        }
    }

    static List<String> ofCommas(String text) {
        return Arrays.asList(StringUtils.commaDelimitedListToStringArray(text));
    }
}
