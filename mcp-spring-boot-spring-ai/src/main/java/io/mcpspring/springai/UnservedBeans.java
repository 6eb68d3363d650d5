package io.mcpspring.springai;

import io.mcpspring.McpConfigurationException;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpStatelessAsyncServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.springframework.ai.mcp.customizer.McpAsyncServerCustomizer;
import org.springframework.ai.mcp.customizer.McpSyncServerCustomizer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.ResolvableType;

/** Beans for Spring AI's server that would have no effect here. */
final class UnservedBeans {

    private record Kind(ResolvableType type, String cure) {}

    private static final List<Kind> KINDS = kinds();

    private UnservedBeans() {}

    private static List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (Class<?> server : List.of(
                McpSyncServer.class,
                McpAsyncServer.class,
                McpStatelessSyncServer.class,
                McpStatelessAsyncServer.class)) {
            kinds.add(new Kind(
                    ResolvableType.forClass(server),
                    "Remove the server starter of Spring AI, or set spring.ai.mcp.server.enabled to false."));
        }
        for (Class<?> specification : McpStatelessServerFeatures.class.getDeclaredClasses()) {
            String cure =
                    "Declare it with the type of the same name in McpServerFeatures, which serves clients with and"
                            + " without sessions.";
            ResolvableType type = ResolvableType.forClass(specification);
            kinds.add(new Kind(type, cure));
            kinds.add(new Kind(ResolvableType.forClassWithGenerics(Collection.class, type), cure));
        }
        for (Class<?> customizer : List.of(McpSyncServerCustomizer.class, McpAsyncServerCustomizer.class)) {
            kinds.add(new Kind(
                    ResolvableType.forClass(customizer), "Set the properties below mcp.server, and remove the bean."));
        }
        ResolvableType roots = ResolvableType.forClassWithGenerics(List.class, McpSchema.Root.class);
        for (Class<?> exchange : List.of(McpSyncServerExchange.class, McpAsyncServerExchange.class)) {
            kinds.add(new Kind(
                    ResolvableType.forClassWithGenerics(BiConsumer.class, ResolvableType.forClass(exchange), roots),
                    "Ask for the roots when they are needed, by listRoots() of the exchange."));
        }
        return List.copyOf(kinds);
    }

    /** @throws McpConfigurationException if there is such a bean */
    static void refuse(ListableBeanFactory beans) {
        for (Kind kind : KINDS) {
            Stream.of(beans.getBeanNamesForType(kind.type())).findFirst().ifPresent(name -> {
                throw new McpConfigurationException(
                        "The bean '%s' (%s) is for the server of Spring AI and has no effect here."
                                .formatted(name, kind.type()),
                        kind.cure());
            });
        }
    }
}
