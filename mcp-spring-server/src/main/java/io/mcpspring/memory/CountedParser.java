package io.mcpspring.memory;

import io.mcpspring.Internal;
import java.util.function.Supplier;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.util.JsonParserDelegate;

/** Takes the memory of a tree while the tree is read. */
@Internal
public final class CountedParser extends JsonParserDelegate {

    private static final int STEP = 1_000;

    private final RequestMemory memory;

    private final Supplier<? extends RuntimeException> busy;

    private long counted;

    /** @param busy what is thrown if the memory does not suffice */
    public CountedParser(JsonParser parser, RequestMemory memory, Supplier<? extends RuntimeException> busy) {
        super(parser);
        this.memory = memory;
        this.busy = busy;
    }

    @Override
    public JsonToken nextToken() {
        count(STEP);
        return delegate.nextToken();
    }

    @Override
    public String nextName() {
        count(STEP);
        return delegate.nextName();
    }

    /** Takes the memory of the values that have not been counted yet, if they are at least so many. */
    public void count(int step) {
        long values = delegate.currentTokenCount() - counted;
        if (values >= step) {
            counted += values;
            if (!memory.take(RequestMemory.ofValues(values))) {
                throw busy.get();
            }
        }
    }
}
