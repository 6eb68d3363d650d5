package io.mcpspring.content;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * What the results of an entry may contain.
 *
 * @param maxText maximum size of the texts of a tool's result, and of its structured content, in bytes
 * @param largeText the size of these beyond which a warning is logged
 * @param binary limit of all other content: of the binary content of a tool's result, and of the whole result of a
 *     prompt or resource
 * @param cutText whether texts that are too large are cut instead of being refused
 * @param sanitize whether hidden characters are removed
 */
@Internal
public record ResultRules(int maxText, long largeText, ContentLimit binary, boolean cutText, boolean sanitize) {

    /** Returns the rules of prompts or resources. */
    public static ResultRules ofContents(ContentLimit limit, boolean sanitize) {
        return new ResultRules(limit.maxBytes(), limit.maxBytes(), limit, false, sanitize);
    }

    /**
     * Returns these rules with those of an entry in place of the server's; the entry has none where it has
     * {@code null}.
     *
     * @param ownMaxBinary the maximum size of all content that is not a tool's text
     */
    public ResultRules with(
            @Nullable DataSize ownMaxText,
            @Nullable DataSize ownMaxBinary,
            @Nullable Boolean ownCutText,
            @Nullable Boolean ownSanitize) {
        return new ResultRules(
                ownMaxText == null ? maxText : (int) ownMaxText.toBytes(),
                largeText,
                ownMaxBinary == null ? binary : new ContentLimit((int) ownMaxBinary.toBytes()),
                ownCutText == null ? cutText : ownCutText,
                ownSanitize == null ? sanitize : ownSanitize);
    }
}
