package io.mcpspring.content;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;

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

    /**
     * The rules that an entry sets; {@code null} where the rules of the server apply.
     *
     * @param maxText as in {@link ResultRules}
     * @param binary as in {@link ResultRules}
     * @param cutText as in {@link ResultRules}
     * @param sanitize as in {@link ResultRules}
     */
    public record Own(
            @Nullable Integer maxText,
            @Nullable ContentLimit binary,
            @Nullable Boolean cutText,
            @Nullable Boolean sanitize) {

        public static final Own NONE = new Own(null, null, null, null);

        public Own withMaxText(@Nullable Integer maxText) {
            return new Own(maxText, binary, cutText, sanitize);
        }

        public Own withBinary(@Nullable ContentLimit binary) {
            return new Own(maxText, binary, cutText, sanitize);
        }

        public Own withCutText(@Nullable Boolean cutText) {
            return new Own(maxText, binary, cutText, sanitize);
        }

        public Own withSanitize(@Nullable Boolean sanitize) {
            return new Own(maxText, binary, cutText, sanitize);
        }
    }

    /** Returns the rules of prompts or resources. */
    public static ResultRules ofContents(ContentLimit limit, boolean sanitize) {
        return new ResultRules(limit.maxBytes(), limit.maxBytes(), limit, false, sanitize);
    }

    /** Returns these rules with those of an entry in place of the server's. */
    public ResultRules with(Own own) {
        return new ResultRules(
                own.maxText() == null ? maxText : own.maxText(),
                largeText,
                own.binary() == null ? binary : own.binary(),
                own.cutText() == null ? cutText : own.cutText(),
                own.sanitize() == null ? sanitize : own.sanitize());
    }
}
