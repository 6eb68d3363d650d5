package io.mcpspring.test.till;

import io.mcpspring.annotation.McpTool;
import jakarta.annotation.security.RolesAllowed;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;

/** A component that is secured by each kind of annotation. */
@Component
class Till implements Runnable {

    @Override
    public void run() {}

    @McpTool(description = "Refunds a purchase")
    @PreAuthorize("hasRole('CLERK')")
    String refund() {
        return "refunded";
    }

    @McpTool(description = "Opens the till")
    @Secured("ROLE_CLERK")
    String open() {
        return "opened";
    }

    @McpTool(description = "Empties the till")
    @RolesAllowed("CLERK")
    String empty() {
        return "emptied";
    }
}
