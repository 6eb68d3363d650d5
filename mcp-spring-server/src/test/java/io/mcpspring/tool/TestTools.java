package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.FactoryContext;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.validation.Conversion;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Creates tools as an application does that has the default settings. */
final class TestTools {

    static final ToolSettings SETTINGS = new ToolSettings(
            100, true, new Conversion(true, true, new JsonLimits(4_194_304, 100)), FactoryContext.RESULTS);

    static final DispatchedTool.Finder NO_HANDLERS = new DispatchedTool.Finder() {
        @Override
        public @Nullable DispatchedTool find(BeanMethod method, AnnotationTexts texts) {
            return null;
        }

        @Override
        public List<String> missingFilters() {
            return List.of();
        }

        @Override
        public List<McpToolDefinition> included(Consumer<McpToolDefinition> check) {
            return List.of();
        }
    };

    private TestTools() {}

    static RegisteredTool create(FactoryContext context, McpTool annotation, BeanMethod method) {
        EntryContext entries = context.entries();
        return new ToolFactory(SETTINGS, entries, NO_HANDLERS)
                .create(McpToolDefinition.of(annotation, entries.texts(method), context));
    }

    /** Registers a tool as the feature does; fails if it cannot be served. */
    static void register(FactoryContext context, McpToolDefinition definition) {
        FactoryContext.register(definition, new ToolFactory(SETTINGS, context.entries(), NO_HANDLERS)::create);
    }

    static void register(FactoryContext context, McpTool annotation, BeanMethod method) {
        register(context, McpToolDefinition.of(annotation, context.entries().texts(method), context));
    }
}
