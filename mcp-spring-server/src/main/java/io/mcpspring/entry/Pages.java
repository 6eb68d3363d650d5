package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RenderedResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A list in pages, sorted by name. The pages that a client gets when it reads from the beginning are rendered
 * beforehand. A cursor remains valid when the entry with its name is removed.
 */
@Internal
public final class Pages {

    private final NavigableMap<String, JsonValue> items;

    private final int size;

    private final BiFunction<List<JsonValue>, @Nullable String, RenderedResult> renderer;

    private final Map<String, RenderedResult> rendered = new HashMap<>();

    /**
     * @param items the entries by name
     * @param size number of entries on a page
     * @param renderer creates the result from the entries of a page and the cursor of the next page
     */
    public Pages(
            NavigableMap<String, JsonValue> items,
            int size,
            BiFunction<List<JsonValue>, @Nullable String, RenderedResult> renderer) {
        this.items = items;
        this.size = size;
        this.renderer = renderer;
        String after = PageParams.BEGINNING;
        while (after != null) {
            List<String> names = names(after);
            rendered.put(after, render(names));
            after = isLast(names) ? null : names.get(names.size() - 1);
        }
    }

    /** @throws McpProtocolException -32602 if this server did not create the cursor */
    public RenderedResult page(PageParams params) {
        String after = params.after();
        RenderedResult page = rendered.get(after);
        return page != null ? page : render(names(after));
    }

    private List<String> names(String after) {
        return items.tailMap(after, false).keySet().stream().limit(size).toList();
    }

    private RenderedResult render(List<String> names) {
        List<JsonValue> page = new ArrayList<>(names.size());
        names.forEach(name -> page.add(items.get(name)));
        return renderer.apply(page, isLast(names) ? null : new Cursor(names.get(names.size() - 1)).encode());
    }

    private boolean isLast(List<String> names) {
        return names.isEmpty() || names.get(names.size() - 1).equals(items.lastKey());
    }
}
