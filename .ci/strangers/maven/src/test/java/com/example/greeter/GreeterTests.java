package com.example.greeter;

import io.mcpspring.test.McpTester;
import io.mcpspring.test.autoconfigure.McpServerTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@McpServerTest
class GreeterTests {

    @Autowired
    private McpTester mcp;

    @Test
    void greets() {
        mcp.call("greet").argument("name", "World").execute().text().contains("Hello, World!");
    }
}
