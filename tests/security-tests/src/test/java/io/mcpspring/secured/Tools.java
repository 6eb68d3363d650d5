package io.mcpspring.secured;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.McpProtocolException;
import java.security.Principal;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A server with tools, and other handlers of the application. */
@Configuration(proxyBeanMethods = false)
class Tools {

    @McpTool
    String whoAmI(Principal user) {
        return "You are " + user.getName();
    }

    @McpTool
    String cancelOrder() {
        throw McpProtocolException.insufficientScope(List.of("orders:read", "orders:write"));
    }

    @RestController
    static class Pages {

        @GetMapping({"/hello", "/other"})
        String hello() {
            return "Hello";
        }
    }
}
