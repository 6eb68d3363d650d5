package io.mcpspring.tool;

import io.mcpspring.method.FactoryContext;
import io.mcpspring.protocol.JsonLimits;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Creates tools as an application does that has the default settings. */
final class TestTools {

    static final ToolSettings SETTINGS =
            new ToolSettings(100, true, true, true, new JsonLimits(4_194_304, 100), FactoryContext.RESULTS);

    private TestTools() {}

    static ToolFactory factory(FactoryContext context) {
        return new ToolFactory(
                SETTINGS,
                JsonMapper.shared(),
                List.of(),
                context.calls(),
                context.access(),
                context.validation(),
                context.placeholders(),
                context::getResource);
    }
}
