package io.mcpspring.tool;

import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ListToolsResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.Exchange;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.PageParams;
import io.mcpspring.server.Pages;
import io.mcpspring.server.ResultSeal;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code tools/list}, from pages written beforehand for each revision. */
final class ListToolsHandler implements McpRequestHandler<PageParams> {

    /** The pages of one state of the registry. */
    private record Rendered(NavigableMap<String, RegisteredTool> tools, Map<ProtocolVersion, Pages> pages) {
    }

    private final McpTools tools;

    private final int pageSize;

    private final ResultSeal seal;

    private volatile Rendered rendered;

    ListToolsHandler(McpTools tools, int pageSize, ResultSeal seal) {
        this.tools = tools;
        this.pageSize = pageSize;
        this.seal = seal;
        this.rendered = render(tools.all());
    }

    @Override
    public String method() {
        return "tools/list";
    }

    @Override
    public PageParams params(ObjectNode params) {
        return PageParams.of(params);
    }

    @Override
    public Mono<? extends McpResult> handle(PageParams params, Exchange exchange) {
        return Mono.just(pages(exchange.version()).page(params.cursor()));
    }

    private Pages pages(ProtocolVersion version) {
        NavigableMap<String, RegisteredTool> current = tools.all();
        // Read once: another thread may put older pages there, which it began with before the last change.
        Rendered latest = rendered;
        if (latest.tools() != current) {
            latest = render(current);
            this.rendered = latest;
        }
        return latest.pages().get(version);
    }

    private Rendered render(NavigableMap<String, RegisteredTool> current) {
        Map<ProtocolVersion, Pages> pages = new EnumMap<>(ProtocolVersion.class);
        for (ProtocolVersion version : ProtocolVersion.values()) {
            NavigableMap<String, JsonValue> definitions = new TreeMap<>();
            current.forEach((name, tool) -> definitions.put(name, tool.rendered().get(version)));
            pages.put(version, new Pages(definitions, pageSize,
                    (page, next) -> seal.render(new ListToolsResult(page, next), version)));
        }
        return new Rendered(current, pages);
    }
}
