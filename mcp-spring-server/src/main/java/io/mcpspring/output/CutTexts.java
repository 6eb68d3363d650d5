package io.mcpspring.output;

import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.TextContent;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Cuts the texts of a result that is too large, and adds a notice that language models read. */
final class CutTexts {

    private CutTexts() {}

    /**
     * Whether a part of a result is of use, and small enough: half a JSON value or document would be misleading, and
     * links are not cut.
     */
    static boolean isPossible(CallToolResult result, int maxBytes) {
        return result.structuredContent() == null
                && textsOfOthers(result) <= maxBytes
                && result.content().stream().noneMatch(EmbeddedResource.class::isInstance);
    }

    /** Returns the number of bytes of the texts that can be cut. */
    private static long texts(CallToolResult result) {
        return result.content().stream()
                .filter(TextContent.class::isInstance)
                .mapToLong(block -> ResultSize.utf8(((TextContent) block).text()))
                .sum();
    }

    /** Returns the result with the first bytes of its texts. Other content is unchanged, and leaves less for them. */
    static CallToolResult of(CallToolResult result, int maxBytes) {
        long size = texts(result);
        List<Content> kept = new ArrayList<>();
        int possible = maxBytes - (int) textsOfOthers(result);
        int left = possible;
        for (Content block : result.content()) {
            if (!(block instanceof TextContent text)) {
                kept.add(block);
            } else if (left >= 0) {
                long bytes = ResultSize.utf8(text.text());
                kept.add(bytes <= left ? text : cut(text, left, notice(possible, size)));
                left = bytes <= left ? left - (int) bytes : -1;
            }
        }
        return new CallToolResult(kept, null, result.isError(), result.meta());
    }

    /** Returns the number of bytes of the texts that cannot be cut. */
    private static long textsOfOthers(CallToolResult result) {
        return ResultSize.of(result).text() - texts(result);
    }

    private static String notice(int maxBytes, long size) {
        return "\n[The text was cut: these are the first " + maxBytes + " of " + size
                + " bytes. To see more, ask for less at a time.]";
    }

    private static TextContent cut(TextContent block, int maxBytes, String notice) {
        CharBuffer text = CharBuffer.wrap(block.text());
        // Encodes as many whole characters as fit.
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(text, ByteBuffer.allocate(maxBytes), true);
        return new TextContent(block.text().substring(0, text.position()) + notice, block.annotations(), block.meta());
    }
}
