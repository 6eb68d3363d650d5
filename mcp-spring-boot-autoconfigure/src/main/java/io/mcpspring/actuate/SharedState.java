package io.mcpspring.actuate;

import io.mcpspring.Internal;
import java.util.Map;

/** Describes by what instances share their state, and what they share. */
@Internal
@FunctionalInterface
public interface SharedState {

    SharedState NONE = Map::of;

    Map<String, Object> describe();
}
