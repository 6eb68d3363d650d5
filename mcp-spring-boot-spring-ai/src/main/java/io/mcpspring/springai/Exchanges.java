package io.mcpspring.springai;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import java.lang.reflect.Method;

/** The types of the SDK that give a method its client. */
final class Exchanges {

    private Exchanges() {}

    /** Whether a parameter of a method gets its exchange, or a part of it. */
    static boolean isExchange(Class<?> type, Method method) {
        Class<?> exchange = ToolMethod.isReactive(method) ? McpAsyncServerExchange.class : McpSyncServerExchange.class;
        return exchange.isAssignableFrom(type) || McpTransportContext.class.isAssignableFrom(type);
    }

    /** Returns an exchange of either type as a parameter of a type takes it. */
    static Object as(Class<?> type, Object exchange) {
        if (!McpTransportContext.class.isAssignableFrom(type)) {
            return exchange;
        }
        return exchange instanceof McpSyncServerExchange waiting
                ? waiting.transportContext()
                : ((McpAsyncServerExchange) exchange).transportContext();
    }
}
