package io.mcpspring.test.desk;

import io.mcpspring.annotation.McpTool;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A controller whose methods for GET are tools. */
@McpTool
@RestController
class DeskController {

    @GetMapping("/desk")
    String opening() {
        return "open until six";
    }
}
